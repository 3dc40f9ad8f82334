import { expect, test } from 'vitest'
import { explainFailure } from './postgres-failure.ts'

test('a user without a name is told so', () => {
  expect(
    explainFailure('initdb', 'initdb: could not look up effective user ID 4242: user does not exist\n', '/data')
      .message,
  ).toBe(
    'PostgreSQL cannot make its data folder (/data): this user has a number but no name (no line in /etc/passwd): run as a user that has one, or set DATABASE_URL.',
  )
})

const message = (log: string) => explainFailure('postgres', log, '/data').message

test('trouble of an unknown kind is quoted: the line that complains, else the last one', () => {
  expect(message('2026 UTC [1] FATAL:  strange thing\nshutting down\n')).toBe(
    'PostgreSQL does not start (/data): strange thing.',
  )
  expect(message('first\nall is strange\n\n')).toBe('PostgreSQL does not start (/data): all is strange.')
  expect(message('\n')).toBe('PostgreSQL does not start (/data): it ended without a word.')
})
