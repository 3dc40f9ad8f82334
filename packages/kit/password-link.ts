import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * The secret part of a link with which somebody chooses a password. Nothing of it is stored: it is made of what the log says
 * and proven by an HMAC, so neither the log nor the database nor a queue gives anybody a way in. That it is used once is for
 * the version: the account has another one as soon as a password was chosen.
 */
export interface PasswordLink {
  readonly userId: string
  /** Of the account's password when the link was asked for. */
  readonly passwordVersion: number
  readonly goodUntil: Date
}

const HEAD_BYTES = 16 + 4 + 8
const PROOF_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{80}$/
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The link's token: 80 characters that need no escaping in an address. The same link gives the same token. */
export function mintPasswordToken(lookupKey: KeyObject, { userId, passwordVersion, goodUntil }: PasswordLink): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(userId.replaceAll('-', ''), 'hex')
  head.writeUInt32BE(passwordVersion, 16)
  head.writeBigUInt64BE(BigInt(goodUntil.getTime()), 20)
  return Buffer.concat([head, proofOf(lookupKey, head)]).toString('base64url')
}

/** What a token says, if it is one that `mintPasswordToken` made. Whether it is over or used is not asked. */
export function readPasswordToken(lookupKey: KeyObject, token: string): PasswordLink | undefined {
  if (!TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const head = bytes.subarray(0, HEAD_BYTES)
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), proofOf(lookupKey, head))) return undefined
  return {
    userId: head.toString('hex', 0, 16).replace(UUID, '$1-$2-$3-$4-$5'),
    passwordVersion: head.readUInt32BE(16),
    goodUntil: new Date(Number(head.readBigUInt64BE(20))),
  }
}

function proofOf(lookupKey: KeyObject, head: Buffer): Buffer {
  return createHmac('sha256', lookupKey).update('password-link\n').update(head).digest().subarray(0, PROOF_BYTES)
}
