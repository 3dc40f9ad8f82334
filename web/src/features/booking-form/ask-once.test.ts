import { expect, test } from 'vitest'
import { ApiError, NoAnswer } from '../../lib/api.ts'
import { askOnce } from './ask-once.ts'
import type { Attempt } from './draft.ts'

const KEY = '6f1c9b9e-7a39-4a59-8f0e-3c2f1e8d7b61'
const OTHER = '0c9e5a52-6c1e-4b43-9c59-0a1c2f3e4d5b'
const body = (what: string) => JSON.stringify({ what, totalAmount: '90.00' })
const attempt: Attempt = { reference: 'BR-1', key: KEY, body: body('now') }
const under = (key: string, what: string) => ({ key, body: body(what) })

const refusal = (status: number, code: string) =>
  new ApiError(
    status,
    JSON.stringify({ type: 'about:blank', title: code, status, code, detail: code, message: code }),
    code,
  )

/** A server that has a body for some keys, takes what it has not seen unless that has no price, and says nothing where it is told to. */
function serverWith(has: Readonly<Record<string, string>>, fails?: (body: string) => Error | undefined) {
  const noted: Attempt[] = []
  const asked: string[] = []
  const known = new Map(Object.entries(has).map(([key, what]) => [key, body(what)]))
  return {
    noted,
    asked,
    known,
    ask: async ({ key, body: sent }: Attempt) => {
      const { what, totalAmount } = JSON.parse(sent)
      const isProbe = totalAmount !== '90.00'
      asked.push(`${isProbe ? 'was there ' : ''}${what}${key === OTHER ? ' of the other vehicle' : ''}`)
      const failure = fails?.(what)
      if (failure !== undefined) throw failure
      const there = known.get(key)
      if (there !== undefined && there !== sent) throw refusal(422, 'idempotency-key-reused')
      if (isProbe) throw refusal(409, 'price-changed')
      known.set(key, sent)
      return what
    },
    note: async (now: Attempt) => void noted.push(now),
  }
}
const silent = () => new NoAnswer('silent')

test('is in doubt before it leaves the device, and until there is an answer', async () => {
  const server = serverWith({}, silent)
  await expect(askOnce(attempt, server)).rejects.toThrow(NoAnswer)
  expect(server.noted).toEqual([{ ...attempt, inDoubt: true }])
})

test('what was changed after a lost answer is not asked for beside what had arrived: that one’s receipt is got', async () => {
  const changed = { ...attempt, before: [under(KEY, 'first'), under(KEY, 'second')] }
  const server = serverWith({ [KEY]: 'second' })
  expect(await askOnce(changed, server)).toEqual({ receipt: 'second', isAsFirstSent: true })
  expect(server.asked).toEqual(['now', 'first', 'second'])
})

test('what was changed after a request that never arrived is asked for as it is now', async () => {
  const server = serverWith({})
  const changed = { ...attempt, before: [under(KEY, 'first')] }
  expect(await askOnce(changed, server)).toEqual({ receipt: 'now', isAsFirstSent: false })
  expect(server.asked).toEqual(['now'])
})

test('another vehicle is not asked for beside one whose request had arrived', async () => {
  const server = serverWith({ [OTHER]: 'first' })
  const changed = { ...attempt, before: [under(OTHER, 'first')] }
  expect(await askOnce(changed, server)).toEqual({ receipt: 'first', isAsFirstSent: true })
  expect(server.asked).toEqual(['was there first of the other vehicle', 'first of the other vehicle'])
  expect([...server.known.keys()]).toEqual([OTHER])
})

test('another vehicle is asked for when the request of the first one never arrived, which is not made by asking', async () => {
  const server = serverWith({})
  const changed = { ...attempt, before: [under(OTHER, 'first')] }
  expect(await askOnce(changed, server)).toEqual({ receipt: 'now', isAsFirstSent: false })
  expect([...server.known.keys()]).toEqual([KEY])
})

test('another vehicle is not asked for while nobody knows what became of the first one', async () => {
  const server = serverWith({}, (what) => (what === 'first' ? silent() : undefined))
  const changed = { ...attempt, before: [under(OTHER, 'first')] }
  await expect(askOnce(changed, server)).rejects.toThrow(NoAnswer)
  expect(server.asked).toEqual(['was there first of the other vehicle'])
  expect(server.noted).toEqual([{ ...changed, inDoubt: false }])
})

test('a refusal of the request says that nothing has arrived under its key; one of who sends it, or when, does not', async () => {
  const before = [under(KEY, 'first')]
  const decided = serverWith({}, () => refusal(409, 'dates-unavailable'))
  await expect(askOnce({ ...attempt, before }, decided)).rejects.toThrow('dates-unavailable')
  expect(decided.noted.at(-1)).toEqual({ ...attempt, inDoubt: false })
  for (const said of [
    refusal(401, 'not-signed-in'),
    refusal(429, 'too-many-requests'),
    refusal(503, 'unavailable'),
    new ApiError(404, '<h1>Sign in to this network</h1>', 'Not Found'),
  ]) {
    const undecided = serverWith({}, () => said)
    await expect(askOnce({ ...attempt, before }, undecided)).rejects.toBe(said)
    expect(undecided.noted).toEqual([{ ...attempt, before, inDoubt: true }])
  }
})

test('a key that was used for nothing that this form has sent is refused as it is', async () => {
  const server = serverWith({ [KEY]: 'somebody else’s' })
  await expect(askOnce({ ...attempt, before: [under(KEY, 'first')] }, server)).rejects.toThrow('idempotency-key-reused')
})
