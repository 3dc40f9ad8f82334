import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { LicenceFile } from './portal.ts'

/**
 * A real picture that cannot be made smaller: a square of noise.
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
