import type { Instant } from '@forecourt/domain/instant.ts'
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type Strokes } from '@forecourt/domain/schedule/signature.ts'
import type { ContractDocument, Labelled } from '../document.ts'
import type { Signature } from '../signature.ts'
import type { Style } from './lines.ts'
import { type Element, INK, PAGE, QUIET, RULE, type Sheets, WIDTH } from './sheet.ts'

const HEADING: Style = { face: 'bold', size: 12, colour: INK }
const BODY: Style = { face: 'regular', size: 9.5, colour: INK }
const QUIETLY: Style = { ...BODY, colour: QUIET }
const SMALL: Style = { face: 'regular', size: 8, colour: QUIET }

const GAP = 28
const COLUMN = (WIDTH - GAP) / 2
const FIELD = 64

/** Where the hirer signs: a line to sign on, or the signature that was given. */
export function writeSignature(
  sheets: Sheets,
  root: Element,
  { parties, business }: ContractDocument,
  signature: Signature | undefined,
): void {
  const { doc } = sheets
  sheets.room(150)
  const section = doc.struct('Sect')
  root.add(section)
  section.add(sheets.text('H2', 'Agreed', HEADING))
  sheets.y += 2
  section.add(
    sheets.text('P', 'By signing, the hirer accepts this agreement and the terms that are part of it.', QUIETLY),
  )
  sheets.y += 6
  const top = sheets.y
  const names = [signature?.name ?? parties.at(-1)?.name ?? '', business]
  if (signature !== undefined) writeHand(sheets, section, signature, top)
  sheets.y = top + FIELD
  const line = sheets.y
  sheets.decoration(() => {
    for (const x of [PAGE.left, PAGE.left + COLUMN + GAP]) {
      doc
        .moveTo(x, line)
        .lineTo(x + COLUMN, line)
        .lineWidth(0.75)
        .strokeColor(RULE)
        .stroke()
    }
  })
  sheets.y += 4
  const captions = [
    signature === undefined
      ? 'The hirer, signature and date'
      : `The hirer, signed ${momentInWords(signature.signedAt, signature.timeZone)}`,
    'For the business',
  ]
  for (const texts of [names, captions]) {
    const style = texts === names ? BODY : SMALL
    const cells = texts.map((text, index) => ({
      tag: 'P',
      text,
      style,
      x: PAGE.left + index * (COLUMN + GAP),
      width: COLUMN,
    }))
    for (const cell of sheets.row(cells)) section.add(cell)
  }
  section.end()
  sheets.y += 20
}

/** The lines of a signature that was drawn, or the name of one that was typed. */
function writeHand(sheets: Sheets, section: Element, { strokes, name }: Signature, top: number): void {
  const { doc } = sheets
  if (strokes === null) {
    sheets.y = top + FIELD - 34
    section.add(sheets.text('P', name, { face: 'bold', size: 17, colour: INK }, { width: COLUMN }))
    return
  }
  const figure = doc.struct('Figure', { alt: `Signature of ${name}` })
  section.add(figure)
  figure.add(doc.markStructureContent('Figure'))
  draw(sheets, strokes, top)
  doc.endMarkedContent()
  figure.end()
}

function draw({ doc }: Sheets, strokes: Strokes, top: number): void {
  const scale = Math.min(COLUMN / SIGNATURE_WIDTH, (FIELD - 4) / SIGNATURE_HEIGHT)
  doc.lineWidth(1.4).lineCap('round').lineJoin('round').strokeColor(INK)
  for (const [first, ...rest] of strokes) {
    if (first === undefined) continue
    const at = ([x, y]: readonly [number, number]) => [PAGE.left + x * scale, top + y * scale] as const
    doc.moveTo(...at(first))
    // A dot is a line to where it is.
    for (const point of rest.length === 0 ? [first] : rest) doc.lineTo(...at(point))
    doc.stroke()
  }
}

/** The last page: who signed what, when, how and from where. */
export function writeEvidence(sheets: Sheets, root: Element, document: ContractDocument, signature: Signature): void {
  const { doc } = sheets
  doc.addPage()
  sheets.y = PAGE.top
  const section = doc.struct('Sect')
  root.add(section)
  section.add(sheets.text('H1', 'Evidence of signature', { ...HEADING, size: 18 }))
  sheets.y += 4
  section.add(
    sheets.text(
      'P',
      `This page was added when the agreement had been signed. The agreement as it was signed is attached to this file, byte for byte.`,
      QUIETLY,
    ),
  )
  sheets.y += 12
  for (const [label, value] of evidenceOf(document, signature)) {
    const cells = sheets.row([
      { tag: 'P', text: label, style: QUIETLY, x: PAGE.left, width: 130 },
      { tag: 'P', text: value, style: BODY, x: PAGE.left + 130, width: WIDTH - 130 },
    ])
    for (const cell of cells) section.add(cell)
    sheets.y += 5
    sheets.rule()
    sheets.y += 5
  }
  section.end()
}

function evidenceOf({ title, reference, business }: ContractDocument, signature: Signature): readonly Labelled[] {
  const { timeZone } = signature
  const place =
    signature.signedBy === 'desk'
      ? `On a device of ${business}, with staff signed in`
      : 'On the hirer’s own page, by the link that was sent to them'
  return [
    ['Document', `${title} ${reference}`],
    ['Signed by', signature.name],
    ['How', signature.strokes === null ? 'By typing the name' : 'By drawing the signature on a screen'],
    ['Where', place],
    ['Agreed to', `“${signature.consent}”`],
    ['Signed at', `${momentInWords(signature.signedAt, timeZone)}, by ${clockOf(signature)}`],
    ['Received at', momentInWords(signature.receivedAt, timeZone)],
    ['Network address', signature.address ?? 'Not known'],
    ['Device', signature.device ?? 'Not known'],
    ['SHA-256 of the document', signature.sha256],
    ['Signature', signature.signatureId],
  ]
}

/** Without a time of the device, or with one that cannot be, a signature has the moment at which it was received. */
const clockOf = ({ signedAt, receivedAt }: Signature): string =>
  signedAt === receivedAt ? 'the clock of Forecourt' : 'the clock of the device'

/** `2026-11-21T10:01:40Z` → "Saturday 21 November 2026 at 10:01:40 GMT". */
function momentInWords(instant: Instant, timeZone: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone })
  return words.format(new Date(instant)).replace(',', '')
}
