import { randomInt } from 'node:crypto'
import { type Given, UsageError } from '../cli/command.ts'

const SHORTEST = 12
const LONGEST = 200
/** Without letters and digits that are taken for one another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * The password to set: read from standard input (`--password-stdin`), so that it is in no list of processes and no shell
 * history, or made up and printed once.
 * @throws {UsageError} it is too short or too long
 */
export async function passwordFrom(given: Given): Promise<{ readonly password: string; readonly made: boolean }> {
  if (!given.flag('password-stdin')) return { password: makePassword(), made: true }
  const password = await given.standardInput()
  if (password.length < SHORTEST || password.length > LONGEST) {
    throw new UsageError(`the password must have ${SHORTEST} to ${LONGEST} characters`)
  }
  return { password, made: false }
}

/** Four groups of five: 100 bits, and it can be read over the telephone. */
function makePassword(): string {
  return Array.from({ length: 4 }, group).join('-')
}

const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
