import { LONGEST_PASSWORD, PasswordChange, PasswordReset, SHORTEST_PASSWORD } from '@forecourt/contracts/password.ts'
import * as z from 'zod/mini'

/** The rules of a password, in words, before anybody types one. */
export const RULES = `At least ${SHORTEST_PASSWORD} characters, at most ${LONGEST_PASSWORD}. A few words in a row are easy to keep in mind and hard to guess.`

const DIFFERENT = 'This is not what you typed above'

/** One's own password, as it is typed. */
export interface TypedChange {
  readonly current: string
  readonly password: string
  readonly again: string
}

/** A password behind a mailed link, as it is typed. */
export type TypedReset = Pick<TypedChange, 'password' | 'again'>
export type Complaints = Readonly<Partial<Record<keyof TypedChange, string>>>

/** The change that was typed, or what is wrong with it, field by field. */
export function readChange({
  current,
  password,
  again,
}: TypedChange): { readonly read: PasswordChange } | { readonly wrong: Complaints } {
  const read = z.safeParse(PasswordChange, { currentPassword: current, newPassword: password })
  const wrong = {
    ...(password === again ? {} : { again: DIFFERENT }),
    ...(read.success ? {} : complaintsOf(read.error.issues)),
  }
  return read.success && password === again ? { read: read.data } : { wrong }
}

/**
 * The password that was typed, or what is wrong with it, field by field.
 * @param token what stood in the link
 */
export function readReset(
  { password, again }: TypedReset,
  token: string,
): { readonly read: PasswordReset } | { readonly wrong: Complaints } {
  const read = z.safeParse(PasswordReset, { token, password })
  const complaints = read.success ? {} : complaintsOf(read.error.issues)
  const wrong = { ...(password === again ? {} : { again: DIFFERENT }), ...complaints }
  // What is wrong with the link is the server's to say.
  return Object.keys(wrong).length === 0 ? { read: { token, password } } : { wrong }
}

/** The complaints by field, the first of each; also those of the server's answer. */
export function complaintsOf(
  issues: readonly { readonly path: PropertyKey[] | string; readonly message: string }[],
): Complaints {
  const wrong: Partial<Record<keyof TypedChange, string>> = {}
  for (const { path, message } of issues) {
    const name = Array.isArray(path) ? path[0] : path
    const field = FIELD_OF.get(name)
    if (field !== undefined) wrong[field] ??= message
  }
  return wrong
}

const FIELD_OF: ReadonlyMap<unknown, keyof TypedChange> = new Map([
  ['currentPassword', 'current'],
  ['newPassword', 'password'],
  ['password', 'password'],
] as const)
