import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { discard, discardAllOf, discardOld, noteUpload, seal, unseal, uploadOf } from './sealed.ts'
import { at } from './testing/at.ts'
import { refuseAll, silenceAll, stored } from './testing/in-memory.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))

const NOW = Date.UTC(2026, 10, 21, 9)
const DAY = 86_400_000
const licence = () => new Blob(['the face of Ada Byron'], { type: 'image/png' })
const rows = () => stored('forecourt-sealed')
const Lying = z.object({
  iv: z.instanceof(Uint8Array),
  content: z.instanceof(ArrayBuffer),
  key: z.instanceof(CryptoKey),
})
/** A record as it lies on the device. */
const lying = (id: string) => z.parse(Lying, rows().get(id))

at(NOW, 'forecourt-sealed')

describe('what is sealed on a device', () => {
  it('is the same again, of the same type', async () => {
    const content = await unseal(await seal('renter:harbour-hire', licence(), DAY))
    expect(content?.type).toBe('image/png')
    expect(await content?.text()).toBe('the face of Ada Byron')
  })

  it('cannot be read where it lies, and its key is not given away', async () => {
    const id = await seal('renter:harbour-hire', licence(), DAY)
    expect(rows().get(id)).toMatchObject({ owner: 'renter:harbour-hire', type: 'image/png', until: NOW + DAY })
    const { content, key } = lying(id)
    expect(Buffer.from(content).includes('Ada')).toBe(false)
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
  })

  it('has a key and a number used once of its own, though it be the same file', async () => {
    const one = lying(await seal('a', licence(), DAY))
    const other = lying(await seal('a', licence(), DAY))
    expect(one.iv).not.toEqual(other.iv)
    expect(Buffer.from(one.content)).not.toEqual(Buffer.from(other.content))
  })

  it('counts no more after its time, and is then deleted, whoever it belongs to', async () => {
    const [short, long] = [await seal('a', licence(), DAY), await seal('b', licence(), 7 * DAY)]
    vi.setSystemTime(NOW + DAY - 1)
    expect(await unseal(short)).toBeDefined()
    vi.setSystemTime(NOW + DAY)
    expect(await unseal(short)).toBeUndefined()
    expect(await uploadOf(short)).toBeUndefined()
    await discardOld(Date.now())
    expect([...rows().keys()]).toEqual([long])
  })

  it('goes with its owner, and that of others stays', async () => {
    await seal('desk:ada:harbour', licence(), DAY)
    const other = await seal('renter:harbour-hire', licence(), DAY)
    await discardAllOf('desk:ada:harbour')
    expect([...rows().keys()]).toEqual([other])
    await discard(other)
    expect(rows().size).toBe(0)
  })

  it('remembers where the server has it, and forgets that again', async () => {
    const id = await seal('a', licence(), DAY)
    expect(await uploadOf(id)).toBeUndefined()
    await noteUpload(id, { path: '/objects/licences/one', at: NOW })
    expect(await uploadOf(id)).toEqual({ path: '/objects/licences/one', at: NOW })
    await noteUpload(id, undefined)
    expect(await uploadOf(id)).toBeUndefined()
    expect(await unseal(id)).toBeDefined()
  })

  it('that was changed on the device is refused, not shown', async () => {
    const id = await seal('a', licence(), DAY)
    new Uint8Array(lying(id).content).fill(0, 0, 1)
    await expect(unseal(id)).rejects.toMatchObject({ name: 'OperationError' })
  })

  it('is not kept by a device that keeps nothing, which says so when it is asked to and has nothing to forget', async () => {
    refuseAll(true)
    await expect(seal('a', licence(), DAY)).rejects.toThrow('insecure')
    await expect(discard('any')).resolves.toBeUndefined()
    await expect(discardAllOf('a')).resolves.toBeUndefined()
    await expect(discardOld(NOW)).resolves.toBeUndefined()
  })

  it('is waited for no longer than half a minute where the device has fallen silent: other things wait to be sent', async () => {
    const id = await seal('a', licence(), DAY)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    silenceAll(true)
    const asked = [
      unseal(id),
      uploadOf(id),
      noteUpload(id, { path: '/objects/licences/one', at: NOW }),
      seal('a', licence(), DAY),
    ]
    const outcomes = Promise.allSettled(asked)
    // What is encrypted first is written a moment later.
    await expect.poll(() => rows().size).toBe(2)
    await vi.advanceTimersByTimeAsync(30_000)
    silenceAll(false)
    const why = { message: 'The store on this device does not answer' }
    expect(await outcomes).toMatchObject(asked.map(() => ({ status: 'rejected', reason: why })))
    expect([...rows().keys()], 'what nobody knows of is not kept').toEqual([id])
  })

  it('leaves no trace when a note about an upload comes after it was discarded', async () => {
    const id = await seal('a', licence(), DAY)
    await discard(id)
    await noteUpload(id, { path: '/objects/licences/one', at: NOW })
    expect(await unseal(id)).toBeUndefined()
    await discardOld(NOW)
    expect(rows().size).toBe(0)
  })
})
