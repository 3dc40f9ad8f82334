import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintPasswordToken, readPasswordToken } from './password-link.ts'

const anyKey = () => createSecretKey(randomBytes(32))
const key = anyKey()
const link = { userId: randomUUID(), passwordVersion: 7, goodUntil: new Date('2026-11-21T10:00:00.123Z') }

test('a token says what its link says, to whoever has the key', () => {
  const token = mintPasswordToken(key, link)
  expect(token).toMatch(/^[\w-]{80}$/)
  expect(readPasswordToken(key, token)).toEqual(link)
  expect(mintPasswordToken(key, link)).toBe(token)
  expect(readPasswordToken(anyKey(), token)).toBeUndefined()
})

test('a token of which anything was changed is none', () => {
  const token = mintPasswordToken(key, link)
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(readPasswordToken(key, token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
  }
  for (const changed of [`${token}A`, token.slice(1), ` ${token}`, `${token}=`, '', 'x'.repeat(80), '\0']) {
    expect(readPasswordToken(key, changed)).toBeUndefined()
  }
})
