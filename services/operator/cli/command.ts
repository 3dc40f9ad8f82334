import type { ParseArgsOptionsConfig } from 'node:util'
import { line, lines } from '@forecourt/contracts/text.ts'
import * as z from 'zod/mini'
import type { Platform } from '../platform.ts'

/** One command of the CLI: what it is called, what it takes, what it does. */
export interface Command {
  /** One word, or two (`parked release`). */
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What stands after the name without a dash, in this order, as the help shows it (`BOOKING`); all are needed. */
  readonly operands?: readonly string[]
  /** One word more that may follow them, as the help shows it. */
  readonly mayFollow?: string
  /** Names of the options that have to be given. */
  readonly needs?: readonly string[]
  /** Lines below "Options:"; every option of `options` is explained. */
  readonly explained: readonly (readonly [option: string, meaning: string])[]
  readonly example: string
  readonly options: ParseArgsOptionsConfig
  /** It changes nothing, so that no platform which does not answer leaves anybody to wonder how far it came. */
  readonly onlyReads?: true
  /** Runs until it is done or the signal of its progress aborts; what it did by then stays done. */
  run(given: Given, platform: Platform, progress: Progress): Promise<Result>
}

/** Options as they were given: texts only, trimmed of nothing. */
export interface Given {
  text(option: string): string | undefined
  /** What stands at the place of one of the command's `operands`, as it was typed. */
  operand(name: string): string
  /** What stands at the place of the command's `mayFollow`. */
  following(): string | undefined
  /**
   * The text of one of the command's `needs`.
   * @throws {Error} it is none of them, so that no help is silent about what is needed
   */
  needed(option: string): string
  flag(option: string): boolean
  /** All of standard input, without its last line break. */
  standardInput(): Promise<string>
}

/** What a command has to say: sentences for people, the same facts for programs (`--json`). */
export interface Result {
  readonly sentences: readonly string[]
  readonly facts: Readonly<Record<string, unknown>>
  /** True when it was asked whether all is well, and it is not: exit code 1. */
  readonly amiss?: boolean
}

/** How a command says how far it has come, and hears that it should stop. */
export interface Progress {
  /** Aborts when the operator wants it to stop (Ctrl-C): at the next place where nothing is half done. */
  readonly signal: AbortSignal
  /**
   * @param done how many of the things that it works through
   * @param all how many there are, when that is known
   */
  report(done: number, all?: number): void
  /** Nothing is done yet that could be counted. @param what it waits for; said again and again, for as long as it does */
  busy(what: string): void
}

/** Exit codes, as the help says. */
export const EXIT = { done: 0, amiss: 1, usage: 2, refused: 3, unavailable: 4, failed: 5, stopped: 130 } as const

/** The operator stopped the command: exit code 130. `message` says what becomes of what it did. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The platform's rules say no: exit code 3. `code` is the refusal's stable slug. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** How many characters an option's text may have. Those of `lines` may stand in several lines. */
export type Room = { readonly line: number } | { readonly lines: number }

/**
 * The option's text as the product takes texts everywhere: trimmed, composed, without control characters. Undefined when it
 * was not given or is empty.
 * @throws {UsageError} it has control characters or is too long
 */
export function optional(given: Given, option: string, room: Room): string | undefined {
  const text = tidied(option, given.text(option) ?? '', room)
  return text === '' ? undefined : text
}

/** The text of one of the command's `needs`, likewise. @throws {UsageError} also when it is empty */
export function required(given: Given, option: string, room: Room): string {
  const text = tidied(option, given.needed(option), room)
  if (text === '') throw new UsageError(`--${option} is missing`)
  return text
}

function tidied(option: string, text: string, room: Room): string {
  const parsed = z.safeParse('line' in room ? line(0, room.line, '') : lines(room.lines), text)
  if (!parsed.success) throw new UsageError(`--${option}: ${parsed.error.issues[0]?.message ?? 'it cannot be read'}`)
  return parsed.data
}

/** As many as an address can have (RFC 5321). */
const EMAIL = { line: 254 }

/** The option's e-mail address. @throws {UsageError} it is missing, or not one address */
export function requiredEmail(given: Given, option: string): string {
  const email = required(given, option, EMAIL)
  if (!z.safeParse(z.email(), email).success) throw new UsageError(`--${option} must be one e-mail address`)
  return email
}
