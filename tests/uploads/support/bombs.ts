import { deflateSync } from 'node:zlib'
import { pngBomb } from '@forecourt/infra/testing/sample-files.ts'
import sharp from 'sharp'
import type { Chance } from '../../system/support/random.ts'
import type { CorpusFile } from './corpus.ts'
import { animated, noise } from './pictures.ts'
import { behindHead } from './polyglots.ts'

/** Small files that are meant to become enormous. */
export async function bombs(chance: Chance): Promise<CorpusFile[]> {
  const png = await noise(chance, 80, 60).png().toBuffer()
  const jpeg = await noise(chance, 80, 60).jpeg().toBuffer()
  const progressive = await noise(chance, 100, 100).resize(1500, 1500).jpeg({ progressive: true }).toBuffer()
  const lossless = await noise(chance, 80, 60).webp({ lossless: true }).toBuffer()
  const lossy = await noise(chance, 80, 60).webp().toBuffer()
  const enormousText = deflateSync(Buffer.alloc(60_000_000, 'planted '))
  const refused: readonly (readonly [string, Buffer, CorpusFile['purpose']?])[] = [
    ...(
      [
        [60_000, 60_000],
        [8_000, 5_001],
        [1, 2_000_000_000],
        [2_147_483_647, 2_147_483_647],
        [20_000, 20_000],
        [0, 0],
      ] as const
    ).map(([width, height]) => [`a PNG that says ${width} × ${height}`, pngBomb(width, height)] as const),
    ...[20_000, 40_000, 65_500].map((side) => [`a JPEG that says ${side} × ${side}`, ofJpegSize(jpeg, side)] as const),
    ['a lossless WebP that says 16383 × 16383', ofLosslessSize(lossless), 'vehicle-image'],
    ['a WebP that says 16383 × 16383', ofLossySize(lossy), 'vehicle-image'],
  ]
  const either: readonly (readonly [string, Buffer])[] = [
    ['a PNG with a packed text of 60 MB', behindHead(png, 'zTXt', Buffer.concat([Buffer.from('a\0\0'), enormousText]))],
    [
      'a PNG with a packed profile of 60 MB',
      behindHead(png, 'iCCP', Buffer.concat([Buffer.from('a\0\0'), enormousText])),
    ],
    ['a PNG that says it has four billion pictures', animated(png, 4_294_967_295)],
    ['a PNG with 50,000 empty texts', manyTexts(png)],
    ['a JPEG with its last scan 500 times', manyScans(progressive, 500)],
    ['a JPEG with its last scan 5,000 times', manyScans(progressive, 5_000)],
  ]
  return [
    ...refused.map(([name, bytes, purpose = 'license']) => ({ name, bytes, purpose, becomes: 'refused' as const })),
    ...either.map(([name, bytes]) => ({ name, bytes, purpose: 'license' as const, becomes: 'either' as const })),
    // As large as is allowed, to see what that takes.
    {
      name: 'a JPEG of 39.9 million pixels',
      purpose: 'license',
      bytes: await sharp({ create: { width: 7000, height: 5700, channels: 3, background: '#335577' } })
        .jpeg({ progressive: true })
        .toBuffer(),
      becomes: 'served',
    },
  ]
}

function ofJpegSize(jpeg: Buffer, side: number): Buffer {
  const file = Buffer.from(jpeg)
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(side, frame + 5)
  file.writeUInt16BE(side, frame + 7)
  return file
}

/** 14 bits each, one less than the side, behind the signature byte. */
function ofLosslessSize(webp: Buffer): Buffer {
  const file = Buffer.from(webp)
  file.writeUInt32LE((0x3ffe | (0x3ffe << 14)) >>> 0, file.indexOf('VP8L') + 9)
  return file
}

/** 14 bits each, behind the start code. */
function ofLossySize(webp: Buffer): Buffer {
  const file = Buffer.from(webp)
  const start = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
  file.writeUInt16LE(16_383, start + 3)
  file.writeUInt16LE(16_383, start + 5)
  return file
}

function manyTexts(png: Buffer): Buffer {
  const one = behindHead(png, 'tEXt', Buffer.from('a\0planted')).subarray(33, 33 + 12 + 9)
  return Buffer.concat([png.subarray(0, 33), ...Array.from({ length: 50_000 }, () => one), png.subarray(33)])
}

function manyScans(jpeg: Buffer, times: number): Buffer {
  const end = jpeg.length - 2
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end)
  const room = Math.floor((5_000_000 - jpeg.length) / scan.length)
  const again = Array.from({ length: Math.min(times, room) }, () => scan)
  return Buffer.concat([jpeg.subarray(0, end), ...again, jpeg.subarray(end)])
}
