import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Files for tests of uploads: good ones, and the parts that hostile ones are made of. */

/** What must never come out again. */
export const PLANTED_SCRIPT = '<script>alert("planted")</script><?php system("planted"); ?>'

/** A picture with some detail, so that it is not a few bytes long. */
export function picture(width = 640, height = 400) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#336699',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
}

export const jpeg = (width?: number, height?: number): Promise<Buffer> => picture(width, height).jpeg().toBuffer()
export const png = (width?: number, height?: number): Promise<Buffer> => picture(width, height).png().toBuffer()
export const webp = (width?: number, height?: number): Promise<Buffer> => picture(width, height).webp().toBuffer()

/** A photo as a telephone takes it: lying on its side, with place and owner in its metadata. */
export function photoFromTelephone(): Promise<Buffer> {
  return picture(400, 200)
    .withExif({
      IFD0: { Artist: 'Canary Owner', ImageDescription: PLANTED_SCRIPT, Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A PDF of one empty page, with a cross-reference table. @param extra further members of its catalogue */
export function pdf(extra = '', further: readonly string[] = [], version = '1.7'): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ...further,
  ]
  let text = `%PDF-${version}\n%\xE2\xE3\xCF\xD3\n`
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const index = text.length
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${index}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A PDF with one more object, packed into a stream as programs do to save space. */
export function packedPdf(object: string): Buffer {
  const packed = deflateSync(Buffer.from(`5 0 ${object}`, 'latin1')).toString('latin1')
  const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>`
  return pdf('', [`${dictionary}\nstream\n${packed}\nendstream`])
}

/** A PNG of a few bytes that claims to be enormous. */
export function pngBomb(width = 60_000, height = 60_000): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A JPEG comment, put right behind its first marker. */
export function withJpegComment(file: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment)
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([file.subarray(0, 2), head, text, file.subarray(2)])
}
