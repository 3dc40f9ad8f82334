import { text as readAll } from 'node:stream/consumers'
import { readWords } from '@forecourt/kit/command-words.ts'
import { ConfigError } from '@forecourt/kit/config.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { DatabaseError } from 'pg'
import type { Platform } from '../platform.ts'
import { type Command, EXIT, type Given, RefusedError, type Result, StoppedError, UsageError } from './command.ts'
import { helpOf, overview } from './help.ts'
import { type ProgressLine, showProgress } from './progress.ts'
import { isItRunning, isUnanswered } from './unanswered.ts'

/** Where the CLI speaks to: the process's streams, or a test's. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  out(line: string): void
  error(line: string): void
  /** Where progress is shown; nowhere when absent. */
  readonly progress?: ProgressLine
  /** Aborts on Ctrl-C; never when absent. */
  readonly stop?: AbortSignal
}

/**
 * Runs one command line.
 * @param words what follows the program's name
 * @param connect opens the platform; called only when a command really runs
 * @returns the exit code: see `EXIT`
 */
export async function runCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  connect: () => Promise<Platform>,
  terminal: Terminal,
): Promise<number> {
  const [name] = words
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const about = words.slice(1)
    if (about[0]?.startsWith('-') === false) {
      return await runCommandLine([...about, '--help'], commands, connect, terminal)
    }
    for (const line of overview(commands)) terminal.out(line)
    return name === undefined ? EXIT.usage : EXIT.done
  }
  const command = commands.find((known) => words.slice(0, wordsOf(known)).join(' ') === known.name)
  const json = words.includes('--json')
  if (command === undefined) {
    terminal.error(failed(json, 'usage', unknown(name, commands)))
    return EXIT.usage
  }
  const rest = words.slice(wordsOf(command))
  if (rest.includes('--help') || rest.includes('-h')) {
    for (const line of helpOf(command)) terminal.out(line)
    return EXIT.done
  }
  try {
    const result = await runCommand(command, rest, connect, terminal)
    if (json) terminal.out(JSON.stringify(result.facts))
    else for (const sentence of result.sentences) terminal.out(harmless(sentence))
    return result.amiss === true ? EXIT.amiss : EXIT.done
  } catch (error) {
    const failure = described(error, command)
    terminal.error(failed(json, failure.code, failure.message))
    return failure.exit
  }
}

const failed = (json: boolean, code: string, message: string) =>
  json ? JSON.stringify({ error: code, message }) : `forecourt: ${harmless(message)}`

/** What was typed, or came from elsewhere, is in what is said: it does not steer the terminal that shows it. */
const harmless = (message: string) => message.replace(/[^\P{Cc}\n]/gu, '\u{fffd}')

/** That there is no such command; of one that is half typed, which begin so. */
function unknown(name: string, commands: readonly Command[]): string {
  const begun = commands
    .filter((known) => known.name.startsWith(`${name} `))
    .map((known) => `"forecourt ${known.name}"`)
  return begun.length === 0
    ? `there is no command "${name}"; "forecourt help" lists them`
    : `"${name}" alone is no command: there are ${begun.slice(0, -1).join(', ')} and ${begun.at(-1)}`
}

const wordsOf = ({ name }: Command) => name.split(' ').length

async function runCommand(
  command: Command,
  words: readonly string[],
  connect: () => Promise<Platform>,
  terminal: Terminal,
): Promise<Result> {
  const given = parse(command, words, terminal)
  const platform = await connect()
  const progress = showProgress(words.includes('--json') ? undefined : terminal.progress)
  try {
    const signal = terminal.stop ?? new AbortController().signal
    return await command.run(given, platform, {
      signal,
      report: (done, all) => progress.report(done, all),
      busy: (what) => progress.busy(what),
    })
  } finally {
    progress.end()
    await platform.close()
  }
}

function parse(command: Command, words: readonly string[], terminal: Terminal): Given {
  try {
    const { operands = [], mayFollow, needs = [] } = command
    const { values, positionals } = readWords({
      args: [...words],
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const missing = operands[positionals.length]
    if (missing !== undefined) throw new Error(`${missing} is missing`)
    const most = operands.length + (mayFollow === undefined ? 0 : 1)
    if (positionals.length > most) throw new Error(`"${positionals[most]}" is one word too many`)
    const all = new Map<string, unknown>(Object.entries(values))
    const lacking = needs.find((option) => !all.has(option))
    if (lacking !== undefined) throw new Error(`--${lacking} is missing`)
    return {
      following: () => positionals[operands.length],
      needed: (option) => {
        if (!needs.includes(option)) throw new Error(`"${command.name}" does not say that it needs --${option}`)
        return String(all.get(option))
      },
      operand: (operand) => positionals[operands.indexOf(operand)] ?? '',
      text: (option) => {
        const given = all.get(option)
        return typeof given === 'string' ? given : undefined
      },
      flag: (option) => all.get(option) === true,
      standardInput: async () => (await readAll(terminal.input)).replace(/\r?\n$/, ''),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the options cannot be read'
    throw new UsageError(`${message}; "forecourt ${command.name} --help" explains them`)
  }
}

function described(
  error: unknown,
  { onlyReads }: Command,
): { readonly exit: number; readonly code: string; readonly message: string } {
  if (error instanceof UsageError) return { exit: EXIT.usage, code: 'usage', message: error.message }
  if (error instanceof ConfigError) return { exit: EXIT.usage, code: 'configuration', message: error.message }
  if (error instanceof RefusedError) return { exit: EXIT.refused, code: error.code, message: error.message }
  if (isWithoutReadModel(error)) {
    return { exit: EXIT.refused, code: 'no-read-model', message: 'there is no read model yet: start the projector' }
  }
  if (error instanceof StoppedError) return { exit: EXIT.stopped, code: 'stopped', message: error.message }
  if (isUnanswered(error)) {
    return {
      exit: EXIT.unavailable,
      code: 'unavailable',
      message:
        onlyReads === true
          ? isItRunning(error)
          : 'the platform did not answer, so how far it came is unknown: run the same command again',
    }
  }
  return { exit: EXIT.failed, code: 'failed', message: error instanceof Error ? error.message : 'something went wrong' }
}

/** Names, and what screens show, are looked up in the read model: before the first projector has run there is none. */
const isWithoutReadModel = (error: unknown) =>
  error instanceof DatabaseError && error.code === '42P01' && error.message.includes(`${LIVE}.`)
