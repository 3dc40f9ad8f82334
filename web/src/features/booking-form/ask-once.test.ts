import { expect, test } from 'vitest'
import { ApiError, NoAnswer } from '../../lib/api.ts'
import { askOnce } from './ask-once.ts'
import type { Attempt } from './draft.ts'

const KEY = '6f1c9b9e-7a39-4a59-8f0e-3c2f1e8d7b61'
const attempt: Attempt = { reference: 'BR-1', key: KEY, body: 'now' }

const refusal = (status: number, code: string) =>
  new ApiError(
    status,
    JSON.stringify({ type: 'about:blank', title: code, status, code, detail: code, message: code }),
    code,
  )

/** A server that takes one body for a key, or refuses, or says nothing. */
function asked(answer: (body: string) => string) {
  const noted: Attempt[] = []
  const bodies: string[] = []
  return {
    noted,
    bodies,
    ask: async ({ body, key }: Attempt) => {
      expect(key).toBe(KEY)
      bodies.push(body)
      return answer(body)
    },
    note: async (known: Attempt) => void noted.push(known),
  }
}

const has = (arrived: string) => (body: string) => {
  if (body !== arrived) throw refusal(422, 'idempotency-key-reused')
  return 'receipt'
}
const fails = (error: Error) => (): string => {
  throw error
}

test('is in doubt before it leaves the device, and until there is an answer', async () => {
  const server = asked(fails(new NoAnswer('silent')))
  await expect(askOnce(attempt, server)).rejects.toThrow(NoAnswer)
  expect(server.noted).toEqual([{ ...attempt, inDoubt: true }])
})

test('what was changed after a lost answer is not asked for beside what had arrived: that one’s receipt is got', async () => {
  const changed = { ...attempt, before: ['first', 'second'] }
  const server = asked(has('second'))
  expect(await askOnce(changed, server)).toEqual({ receipt: 'receipt', isAsFirstSent: true })
  expect(server.bodies).toEqual(['now', 'first', 'second'])
})

test('what was changed after a request that never arrived is asked for as it is now', async () => {
  const server = asked(has('now'))
  expect(await askOnce({ ...attempt, before: ['first'] }, server)).toEqual({ receipt: 'receipt', isAsFirstSent: false })
  expect(server.bodies).toEqual(['now'])
})

test('a refusal of the request says that nothing has arrived under its key; one of who sends it, or when, does not', async () => {
  const decided = asked(fails(refusal(409, 'dates-unavailable')))
  await expect(askOnce({ ...attempt, before: ['first'] }, decided)).rejects.toThrow('dates-unavailable')
  expect(decided.noted.at(-1)).toEqual({ ...attempt, inDoubt: false })
  for (const said of [
    refusal(401, 'not-signed-in'),
    refusal(429, 'too-many-requests'),
    refusal(503, 'unavailable'),
    new ApiError(404, '<h1>Sign in to this network</h1>', 'Not Found'),
  ]) {
    const undecided = asked(fails(said))
    await expect(askOnce({ ...attempt, before: ['first'] }, undecided)).rejects.toBe(said)
    expect(undecided.noted).toEqual([{ ...attempt, before: ['first'], inDoubt: true }])
  }
})

test('a key that was used for nothing that this form has sent is refused as it is', async () => {
  const server = asked(fails(refusal(422, 'idempotency-key-reused')))
  await expect(askOnce({ ...attempt, before: ['first'] }, server)).rejects.toThrow('idempotency-key-reused')
})
