import { describe, expect, it, vi } from 'vitest'
import { drawnSize, isLarge, type Opened, smallerPicture } from './smaller-picture.ts'

const file = (bytes: number, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

/** A device that reads every picture as one of this size, and draws it in so many bytes. */
function device(size: { width: number; height: number }, drawn: Blob | null = file(400_000)) {
  const close = vi.fn<() => void>()
  const asked: object[] = []
  const open = async (): Promise<Opened> => ({
    ...size,
    close,
    drawn: async (wanted) => {
      asked.push(wanted)
      return drawn
    },
  })
  return { open, asked, close }
}
const unreadable = () => Promise.reject(new DOMException('The source image could not be decoded'))
const photograph = { width: 4_032, height: 3_024 }

describe('a photograph that is sent', () => {
  it.each([
    [photograph, 900_000, true],
    [{ width: 1_200, height: 900 }, 1_000_001, true],
    [{ width: 900, height: 2_001 }, 100_000, true],
    [{ width: 2_000, height: 1_500 }, 1_000_000, false],
  ])('of %j and %d bytes is large: %s', (size, bytes, verdict) => expect(isLarge(size, bytes)).toBe(verdict))

  it.each([
    [photograph, { width: 2_400, height: 1_800 }],
    [
      { width: 3_024, height: 4_032 },
      { width: 1_800, height: 2_400 },
    ],
    [
      { width: 1_154, height: 1_154 },
      { width: 1_154, height: 1_154 },
    ],
    [
      { width: 100_000, height: 3 },
      { width: 2_400, height: 1 },
    ],
  ])('of %j is drawn as %j', (size, drawn) => expect(drawnSize(size)).toEqual(drawn))

  it('is a JPEG of fewer bytes when it is large', async () => {
    const { open, asked, close } = device(photograph)
    const sent = await smallerPicture(file(4_000_000, 'image/png'), open)
    expect([sent.type, sent.size, asked]).toEqual(['image/jpeg', 400_000, [{ width: 2_400, height: 1_800 }]])
    expect(close).toHaveBeenCalledOnce()
  })

  it('is the file as it is when it is small enough', async () => {
    const { open, asked, close } = device({ width: 1_600, height: 1_200 })
    const small = file(300_000)
    expect(await smallerPicture(small, open)).toBe(small)
    expect(asked).toEqual([])
    expect(close).toHaveBeenCalledOnce()
  })

  it('is the file as it is when drawing it makes it no smaller, or makes no JPEG of it', async () => {
    const large = file(1_500_000)
    for (const drawn of [file(1_500_000), file(10, 'image/png'), null]) {
      expect(await smallerPicture(large, device(photograph, drawn).open)).toBe(large)
    }
  })

  it('is the file as it is where the browser cannot read or draw it: the server looks at it', async () => {
    const large = file(4_000_000)
    expect(await smallerPicture(large, unreadable)).toBe(large)
    // Here there is nothing to read pictures with at all.
    expect(await smallerPicture(large)).toBe(large)
    const { open, close } = device(photograph)
    const failing = async () => ({ ...(await open()), drawn: () => Promise.reject(new Error('no memory')) })
    expect(await smallerPicture(large, failing)).toBe(large)
    expect(close).toHaveBeenCalledOnce()
  })

  it('is a PDF as it is, whatever its size', async () => {
    const { open } = device(photograph)
    const pdf = file(4_000_000, 'application/pdf')
    expect(await smallerPicture(pdf, open)).toBe(pdf)
  })
})
