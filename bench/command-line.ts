import { parseArgs } from 'node:util'
import { OPTIONS, type Options, readOptions, SPELLING } from './options.ts'
import { casesNamed } from './ratios/cases.ts'

/** All benchmarks: the names of their programs, and what they measure. */
const BENCHMARKS: Readonly<Record<string, string>> = {
  ratios: 'what the product answers in a second ÷ what the yardsticks do, call by call',
  freshness: 'from the acknowledgement of a booking until it is in the list',
  replay: 'events a second of rebuild and verify, beside a bare loop',
  start: 'from npm start to the first answer',
  append: 'appends a second of the log',
  memory: 'what each process holds when nobody asks anything',
  growth: 'the same calls with more and more bookings behind them',
}

/** What of the options is about one benchmark alone. */
const ABOUT = { only: 'ratios', bookings: 'growth', events: 'replay' } as const

/** What was asked for on the command line. */
export interface Asked {
  /** Of the benchmarks, in the order in which they are run; all of them unless some were named. */
  readonly names: readonly string[]
  /** The options as they were written, for each benchmark to read. */
  readonly words: readonly string[]
  readonly options: Options
}

/** Whether somebody only wants to know how it is used. */
export const asksForHelp = (given: readonly string[]): boolean =>
  given[0] === 'help' || given.includes('--help') || given.includes('-h')

/** How it is used. */
export const USAGE = [
  'Usage: npm run bench -- [name …] [option …]',
  ...Object.entries(BENCHMARKS).map(([name, what]) => `  ${name.padEnd(10)} ${what}`),
  OPTIONS,
].join('\n')

/**
 * Reads the whole command line, so that nothing is begun, for hours perhaps, that would end for a word that is wrong.
 * @throws when something is wrong with it: that in words, and how it is used
 */
export function readCommandLine(given: readonly string[]): Asked {
  try {
    const { named, words } = toldApart(given)
    const options = readOptions(words)
    const unknown = named.filter((name) => !Object.hasOwn(BENCHMARKS, name))
    if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.`)
    casesNamed(options.only)
    const names = named.length > 0 ? named : Object.keys(BENCHMARKS)
    const isSaid = (option: string) => words.some((word) => word === `--${option}` || word.startsWith(`--${option}=`))
    for (const [option, name] of Object.entries(ABOUT))
      if (isSaid(option) && !names.includes(name))
        throw new Error(`--${option} is about ${name}, which is not asked for.`)
    if (isSaid('rounds') && names.every((name) => name === 'memory'))
      throw new Error('--rounds is about all others than memory, which has none.')
    return { names, words, options }
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error)
    throw new Error(`${wrong}\n\n${USAGE}`, { cause: error })
  }
}

/** Names and options may come in any order. */
function toldApart(given: readonly string[]): { readonly named: readonly string[]; readonly words: readonly string[] } {
  // What is wrong with the options is for their reader to say.
  const { tokens } = parseArgs({
    args: [...given],
    options: SPELLING,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const places = new Set(tokens.filter(({ kind }) => kind === 'positional').map(({ index }) => index))
  return {
    named: given.filter((_word, index) => places.has(index)),
    words: given.filter((_word, index) => !places.has(index)),
  }
}
