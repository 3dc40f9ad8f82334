import { LONGEST_UPLOAD } from '@forecourt/contracts/upload.ts'
import {
  chunk,
  jpeg,
  PLANTED_SCRIPT,
  PNG_SIGNATURE,
  packedPdf,
  pdf,
  photoFromTelephone,
  png,
  pngBomb,
  webp,
  withJpegComment,
} from '@forecourt/infra/testing/sample-files.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UploadWorld } from '../testing/upload-world.ts'

let world: UploadWorld

beforeAll(async () => {
  world = await UploadWorld.start()
})

afterAll(() => world.stop())

describe('a hostile file', () => {
  const html = Buffer.from(`<!doctype html><html>${PLANTED_SCRIPT}</html>`)
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PLANTED_SCRIPT}</svg>`)
  const refused: readonly (readonly [string, () => Promise<Buffer>, number])[] = [
    ['an HTML page', async () => html, 415],
    ['an SVG', async () => svg, 415],
    ['nothing', async () => Buffer.alloc(0), 415],
    ['a GIF', async () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 415],
    ['a WebP as a licence', () => webp(), 415],
    ['a page behind a PNG signature', async () => Buffer.concat([PNG_SIGNATURE, html]), 422],
    ['a PNG without pixels', async () => Buffer.concat([PNG_SIGNATURE, chunk('IHDR', Buffer.alloc(13)), html]), 422],
    ['a page behind a JPEG marker', async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html]), 422],
    ['half a JPEG', async () => (await jpeg()).subarray(0, 9000), 422],
    ['half a PNG', async () => (await png()).subarray(0, 9000), 422],
    ['a PNG of 3.6 billion pixels', async () => pngBomb(), 422],
    ['a PNG of 40 million pixels and one row', async () => pngBomb(8000, 5001), 422],
    ['half a PDF', async () => pdf().subarray(0, 200), 422],
    ['a page behind a PDF header', async () => Buffer.concat([Buffer.from('%PDF-1.4\n'), html]), 422],
    ['a PDF with a page behind its end', async () => Buffer.concat([pdf(), html]), 422],
    ['a PDF with a page within', async () => pdf(`/X (${PLANTED_SCRIPT})`), 422],
    ['a PDF with a script', async () => pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 422],
    ['a PDF with a script in disguise', async () => pdf('/OpenAction << /S /J#61vaScript /JS (1) >>'), 422],
    ['a PDF that starts a program', async () => pdf('/OpenAction << /S /Launch /F (cmd.exe) >>'), 422],
    ['a PDF that needs a password', async () => pdf('/Encrypt << /Filter /Standard /V 2 /R 3 >>'), 422],
    ['a PDF with a script in packed objects', async () => packedPdf('<< /S /JavaScript /JS (app.alert(1)) >>'), 422],
    ['a PDF with packed objects of 200 MB', async () => packedPdf(' '.repeat(200_000_000)), 422],
    ['a PDF behind a JPEG', async () => Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), pdf()]), 422],
    ['more than 5 MB', async () => Buffer.concat([await jpeg(), Buffer.alloc(LONGEST_UPLOAD)]), 413],
  ]
  test.each(refused)('%s is refused', async (_what, file, status) => {
    const finished = await world.keys('licences/')
    expect((await world.uploadLicence(await file())).status).toBe(status)
    expect(await world.keys('licences/')).toEqual(finished)
  })

  const disarmed: readonly (readonly [string, () => Promise<Buffer>])[] = [
    ['behind a PNG', async () => Buffer.concat([await png(), Buffer.from(PLANTED_SCRIPT)])],
    ['behind a JPEG', async () => Buffer.concat([await jpeg(), Buffer.from(PLANTED_SCRIPT)])],
    ['in a JPEG’s comment', async () => withJpegComment(await jpeg(), PLANTED_SCRIPT)],
    ['in a JPEG’s metadata', () => photoFromTelephone()],
    [
      'in a PNG’s text',
      async () => {
        const whole = await png()
        const text = chunk('tEXt', Buffer.from(`Comment\0${PLANTED_SCRIPT}`))
        return Buffer.concat([whole.subarray(0, 33), text, whole.subarray(33)])
      },
    ],
  ]
  test.each(disarmed)('with a script %s comes out as a picture without it', async (_where, file) => {
    const bytes = await file()
    expect(bytes.includes('planted')).toBe(true)
    const { objectPath } = await world.uploadLicence(bytes)
    expect((await world.stored(objectPath)).bytes.includes('planted')).toBe(false)
  })
})
