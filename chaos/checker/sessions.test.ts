import { expect, it } from 'vitest'
import type { Request } from '../history.ts'
import { historyOf } from '../history-file.ts'
import { madeRequest } from '../testing/made-request.ts'
import { answered } from '../witness.ts'
import { signedOutIn } from './sessions.ts'

const sent = (call: string, startedAt: number, endedAt: number, status: number, more: Partial<Request> = {}) =>
  madeRequest(call, startedAt, { endedAt, answer: answered(status, status === 200 ? '' : 'not-signed-in'), ...more })

const silent: Partial<Request> = { answer: { kind: 'none', why: 'timeout' } }
const TURNED_AWAY = sent('listBookings', 1_000, 1_100, 401)

/** Whether they may have had no session, after these. */
const isExplained = (before: readonly Request[], request = TURNED_AWAY) =>
  signedOutIn({
    ...historyOf([{ kind: 'beginning', seed: 1, at: 0, tenants: [] }]),
    requests: [...before, request],
  })(request)

it('nobody is signed in who has not been told so by then', () => {
  expect(isExplained([])).toBe(true)
  expect(isExplained([sent('signIn', 500, 600, 401)])).toBe(true)
  expect(isExplained([sent('signIn', 500, 600, 200, silent)])).toBe(true)
  expect(isExplained([sent('signIn', 900, 1_050, 200)])).toBe(true)
  expect(isExplained([sent('signIn', 500, 600, 200, { client: 'another clerk' })])).toBe(true)
})

it('whoever has been told so is signed in', () => {
  expect(isExplained([sent('signIn', 500, 600, 200)])).toBe(false)
  expect(isExplained([sent('signIn', 500, 600, 200)], sent('changeBooking', 1_000, 1_100, 401))).toBe(false)
})

it('signing in anew ends the session that one came with, known or not', () => {
  expect(isExplained([sent('signIn', 500, 600, 200), sent('signIn', 1_050, 1_200, 200)])).toBe(true)
  expect(isExplained([sent('signIn', 500, 600, 200), sent('signIn', 700, 900, 200, silent)])).toBe(true)
})

it('a sign-in that failed beside one that did not may have left another session', () => {
  expect(isExplained([sent('signIn', 500, 600, 200), sent('signIn', 550, 700, 503)])).toBe(true)
  expect(isExplained([sent('signIn', 500, 600, 200), sent('signIn', 450, 550, 503)])).toBe(false)
})

it('two sign-ins at once end nothing of each other', () => {
  expect(isExplained([sent('signIn', 500, 600, 200), sent('signIn', 550, 700, 200)])).toBe(false)
})

it('whoever chooses another password has a new session, and whoever is refused one keeps theirs', () => {
  const signIn = sent('signIn', 500, 600, 200)
  expect(isExplained([signIn, sent('changePassword', 700, 800, 200)])).toBe(false)
  expect(isExplained([signIn, sent('changePassword', 700, 1_050, 200)])).toBe(true)
  expect(isExplained([signIn, sent('changePassword', 700, 800, 200, silent)])).toBe(true)
  expect(isExplained([signIn, sent('changePassword', 700, 800, 422)])).toBe(false)
})
