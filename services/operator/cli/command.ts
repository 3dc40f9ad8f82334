import type { ParseArgsOptionsConfig } from 'node:util'
import type { Platform } from '../platform.ts'

/** One command of the CLI: what it is called, what it takes, what it does. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Lines below "Options:"; every option of `options` is explained. */
  readonly explained: readonly (readonly [option: string, meaning: string])[]
  readonly example: string
  readonly options: ParseArgsOptionsConfig
  run(given: Given, platform: Platform): Promise<Result>
}

/** Options as they were given: texts only, trimmed of nothing. */
export interface Given {
  text(option: string): string | undefined
  flag(option: string): boolean
  /** All of standard input, without its last line break. */
  standardInput(): Promise<string>
}

/** What a command has to say: sentences for people, the same facts for programs (`--json`). */
export interface Result {
  readonly sentences: readonly string[]
  readonly facts: Readonly<Record<string, unknown>>
}

/** Exit codes, as the help says. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, unavailable: 4 } as const

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

/** The option's text. @throws {UsageError} it was not given or is empty */
export function required(given: Given, option: string): string {
  const text = given.text(option)?.trim()
  if (text === undefined || text === '') throw new UsageError(`--${option} is missing`)
  return text
}
