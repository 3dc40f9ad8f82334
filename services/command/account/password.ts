import { randomBytes } from 'node:crypto'
import { unavailable } from '@forecourt/kit/problem.ts'
import { hash, type Options, verify } from '@node-rs/argon2'
import { Busy, createSemaphore } from '../limits/semaphore.ts'

/** Argon2id (the library's default algorithm) with the parameters of SECURITY rule 12: memory in KiB. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing saturates a core for 20 ms: two at a time leave room for everybody else, and few wait. */
const hashing = createSemaphore({ atOnce: 2, waiting: 100 })

/** A hash of a password that nobody has, made when it is first needed. */
let nobody: Promise<string> | undefined

/**
 * The hash of a password, in PHC format.
 * @throws {Busy} too many are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  return await hashing(() => hash(password.normalize('NFC'), COST))
}

/**
 * Whether this is the password of the hash. Without a hash the answer is no, and takes as long: nobody can tell an unknown
 * user by the time.
 * @throws {Busy} too many are waiting
 */
export async function isPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  nobody ??= hash(randomBytes(16), COST)
  const against = storedHash ?? (await nobody)
  const matches = await hashing(() => verify(against, password.normalize('NFC')))
  return matches && storedHash !== undefined
}

/** Too many passwords to hash at once is nobody's fault: try again. @throws {Problem} 503 */
export async function orBusy<T>(hashes: () => Promise<T>): Promise<T> {
  try {
    return await hashes()
  } catch (error) {
    throw error instanceof Busy ? unavailable(error) : error
  }
}
