import { afterEach, describe, expect, it } from 'vitest'
import { isUnsaved, markUnsaved } from '../../offline/unsaved.ts'
import { type BookingDraft, emptyDraft } from './draft.ts'
import { holdDraft } from './held-draft.ts'

/** A device on which reading and writing take until the test says so. */
function device() {
  const reading = Promise.withResolvers<BookingDraft | undefined>()
  const writing = Promise.withResolvers<undefined>()
  const kept: BookingDraft[] = []
  const held = holdDraft('harbour-hire', {
    restore: () => reading.promise,
    keep: async (_place, draft) => {
      kept.push(draft)
      await writing.promise
    },
  })
  const read = async (draft: BookingDraft = emptyDraft) => {
    reading.resolve(draft)
    await reading.promise
  }
  const unreadable = async () => {
    reading.resolve(undefined)
    await reading.promise
  }
  return { held, kept, read, unreadable, written: () => writing.resolve(undefined) }
}

afterEach(() => markUnsaved('booking', false))

describe('the draft of a form that is open', () => {
  it('is something to lose in the moment of typing, before anything is written: no update may load the page anew', async () => {
    const { held, kept, read } = device()
    held.open()
    await read()
    expect(isUnsaved()).toBe(false)
    void held.change({ customerName: 'A' })
    expect(isUnsaved()).toBe(true)
    expect(kept.at(-1)?.customerName).toBe('A')
    void held.change({ customerName: '' })
    expect(isUnsaved()).toBe(false)
  })

  it('has the vehicle that was chosen before what was kept had been read, and everything that was kept', async () => {
    const { held, read } = device()
    held.open()
    void held.change({ carId: 'fiesta' })
    expect(isUnsaved()).toBe(true)
    expect(held.draft()).toBeUndefined()
    await read({ ...emptyDraft, carId: 'golf', customerName: 'Ada' })
    expect(held.draft()).toMatchObject({ carId: 'fiesta', customerName: 'Ada' })
  })

  it('that cannot be read is not written over: it may come back another time', async () => {
    const { held, kept, unreadable } = device()
    held.open()
    void held.change({ carId: 'fiesta' })
    await unreadable()
    expect(held.draft()).toEqual({ ...emptyDraft, carId: 'fiesta' })
    expect(kept).toEqual([])
  })

  it.each([
    ['is there', { ...emptyDraft, customerName: 'Ada', notes: 'at noon' }, 'Ada'],
    ['is not to be read', undefined, ''],
  ])('that could not be read is looked for again before it is written over: it %s', async (_how, then, name) => {
    const answers = [undefined, then]
    const kept: BookingDraft[] = []
    const held = holdDraft('harbour-hire', {
      restore: async () => answers.shift(),
      keep: async (_place, draft) => void kept.push(draft),
    })
    held.open()
    await expect.poll(() => held.draft()).toEqual(emptyDraft)
    await held.change({ notes: 'at one' })
    await held.change({ carId: 'golf' })
    const typed = { ...emptyDraft, customerName: name, notes: 'at one' }
    expect(kept).toEqual([typed, { ...typed, carId: 'golf' }])
  })

  it('that comes late is added to what was typed meanwhile, and until then nothing is written over it', async () => {
    const late = Promise.withResolvers<BookingDraft>()
    const kept: BookingDraft[] = []
    const held = holdDraft('harbour-hire', {
      restore: async (_place, { isToBeWrittenOver = false } = {}) =>
        isToBeWrittenOver ? await late.promise : undefined,
      keep: async (_place, draft) => void kept.push(draft),
    })
    held.open()
    await expect.poll(() => held.draft()).toEqual(emptyDraft)
    const typing = [held.change({ notes: 'a' }), held.change({ notes: 'at one' })]
    expect(kept).toEqual([])
    late.resolve({ ...emptyDraft, customerName: 'Ada', notes: 'at noon' })
    await Promise.all(typing)
    expect(kept).toEqual([{ ...emptyDraft, customerName: 'Ada', notes: 'at one' }])
  })

  it('is written down at each change, in its order', async () => {
    const { held, kept, read } = device()
    held.open()
    await read()
    for (const notes of ['a', 'ab', 'abc']) void held.change({ notes })
    expect(kept.map(({ notes }) => notes)).toEqual(['', 'a', 'ab', 'abc'])
  })

  it('has said that it changed when that is written down, and not before: what is sent may wait for it', async () => {
    const { held, read, written } = device()
    held.open()
    await read()
    let isKept = false
    const kept = held.change({ attempt: { reference: 'BR-1', key: 'one', body: '{}' } }).then(() => (isKept = true))
    await Promise.resolve()
    expect([held.draft()?.attempt?.key, isKept]).toEqual(['one', false])
    written()
    await kept
    expect(isKept).toBe(true)
  })

  it('has nothing to lose any more when the page has been left, and is not read into it afterwards', async () => {
    const { held, read } = device()
    const leave = held.open()
    void held.change({ carId: 'fiesta' })
    leave()
    expect(isUnsaved()).toBe(false)
    await read({ ...emptyDraft, customerName: 'Ada' })
    expect(held.draft()).toBeUndefined()
    expect(isUnsaved()).toBe(false)
  })

  it('is something to lose again when the page comes back to it', async () => {
    const { held, read } = device()
    const leave = held.open()
    await read()
    void held.change({ notes: 'a' })
    leave()
    expect(isUnsaved()).toBe(false)
    held.open()
    expect(isUnsaved()).toBe(true)
  })

  it('tells whoever shows it', async () => {
    const { held, read } = device()
    const seen: (string | undefined)[] = []
    held.open()
    const stop = held.subscribe(() => seen.push(held.draft()?.notes))
    await read()
    void held.change({ notes: 'a' })
    stop()
    void held.change({ notes: 'ab' })
    expect(seen).toEqual(['', 'a'])
  })
})
