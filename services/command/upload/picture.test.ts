import { randomBytes } from 'node:crypto'
import { jpeg } from '@forecourt/infra/testing/sample-files.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { NotDrawn, redraw } from './picture.ts'

describe('a picture', () => {
  test('for which there is no time is not refused for good: the file is not at fault', async () => {
    const side = 4000
    const noise = await sharp(randomBytes(3 * side * side), { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    // 16 megapixels of noise as WebP take many seconds on any machine.
    const whole = { contentType: 'image/webp', largest: { width: side, height: side }, widths: [] } as const
    await expect(redraw(noise, 'image/png', whole, 1)).rejects.toBeInstanceOf(NotDrawn)
  })

  test('that is broken is refused for good', async () => {
    const format = { contentType: 'image/jpeg', largest: { width: 400, height: 400 }, widths: [] } as const
    expect(await redraw((await jpeg()).subarray(0, 9000), 'image/jpeg', format)).toBe('file-unreadable')
  })
})
