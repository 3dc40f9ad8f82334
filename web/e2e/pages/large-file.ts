import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { LicenceFile } from './portal.ts'

/** A licence that was scanned as a document: it is sent as it is, all 5 MiB but for a few kilobytes. */
export function largeDocument(): LicenceFile {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = `%PDF-1.7\n${`%${'x'.repeat(98)}\n`.repeat(52_000)}`
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const index = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\n`
  text += `startxref\n${index}\n%%EOF\n`
  return { name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

/**
 * A real picture of which no format makes less: a square of noise.
 * @param bytes how large its file may be; 5 MiB but for a few kilobytes unless said otherwise
 */
export function largeLicence(bytes = 5_220_000): LicenceFile {
  const side = Math.floor(Math.sqrt(bytes / 3))
  const size = Buffer.alloc(8)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  const header = Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])
  const row = () => Buffer.concat([Buffer.from([0]), randomBytes(side * 3)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, row)), { level: 0 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name: 'licence.png', mimeType: 'image/png', buffer }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
