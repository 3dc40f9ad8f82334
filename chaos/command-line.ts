import { readWords } from '@forecourt/kit/command-words.ts'

/** How it is used. */
export const USAGE = `Usage: npm run chaos -- [what] [option …]
  faults   real processes under load and faults, then every invariant is checked; unless something else is said
  noisy    one business is flooded; others must not notice; takes about four minutes
  load     150 bookings and 500 reads a second, without an error
  --minutes N   how long people are busy: 3 for faults, 5 for load unless said otherwise; checking comes on top
  --seed N      faults: which ones, and when; any unless said otherwise
  --clerks N    faults: staff of each business that are at work at once; 4 unless said otherwise
  --redis       the queue is in a redis-server of the run's own (Debian has it), and faults hit that, too; otherwise in PostgreSQL
  --real-disks  faults: every round of ten minutes has the machine's own disk; otherwise the first one and each second one
                after it have small disks in memory, which can be full
The log is in PostgreSQL, unless EVENTSTORE_COMMAND names a program that is given a port and a data folder and becomes an
EventStoreDB without TLS (a script ends with exec): then it is in one of the run's own, and faults hit that, too. EVENTSTORE_URL
and REDIS_URL are not heeded, as a run needs a log and a queue that nobody else has.
Three minutes show whether it works. What a run says of errors is worth something where it is calm for a good part of the
time, so hours say more; each run ends with the share of time in which an error would have been excused.
Ctrl-C stops it, and whatever it has started: noisy and load at once, faults when what was done is checked; a second one stops
those at once, too.`

const DEFAULT_MINUTES = 3
/** Of each business: as many as keep two cores busy. */
const CLERKS = 4
const MINUTES_OF_LOAD = 5

/** What was asked for on the command line. */
export type Asked =
  | { readonly what: 'help' }
  | {
      readonly what: 'faults'
      readonly minutes: number
      readonly seed: number
      readonly clerks: number
      readonly realDisks: boolean
      readonly redis: boolean
    }
  | { readonly what: 'noisy'; readonly redis: boolean }
  | { readonly what: 'load'; readonly minutes: number; readonly redis: boolean }

/**
 * @param anySeed for a run that is told none
 * @throws when something is wrong with the command line: that in words, and how it is used
 */
export function readCommandLine(given: readonly string[], anySeed: () => number): Asked {
  try {
    return asked(given, anySeed)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, { cause: error })
  }
}

function asked(given: readonly string[], anySeed: () => number): Asked {
  const { values, positionals } = readWords({
    args: [...given],
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      clerks: { type: 'string' },
      'real-disks': { type: 'boolean' },
      redis: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  })
  const [what = 'faults', ...more] = positionals
  if (values.help === true || what === 'help') return { what: 'help' }
  if (more.length > 0) throw new Error(`One thing at a time: ${positionals.join(', ')}.`)
  const heeded: Readonly<Record<string, readonly string[]>> = {
    faults: ['minutes', 'seed', 'clerks', 'real-disks', 'redis'],
    noisy: ['redis'],
    load: ['minutes', 'redis'],
  }
  if (!Object.hasOwn(heeded, what)) throw new Error(`There is no ${what}.`)
  const idle = Object.keys(values).filter((name) => heeded[what]?.includes(name) !== true)
  if (idle.length > 0) throw new Error(`${what} takes no ${idle.map((name) => `--${name}`).join(', ')}.`)

  const minutes = minutesOf(values.minutes)
  const redis = values.redis ?? false
  if (what === 'noisy') return { what, redis }
  if (what === 'load') return { what, minutes: minutes ?? MINUTES_OF_LOAD, redis }
  return {
    what: 'faults',
    minutes: minutes ?? DEFAULT_MINUTES,
    seed: wholeNumber('seed', values.seed, 0) ?? anySeed(),
    clerks: wholeNumber('clerks', values.clerks, 1) ?? CLERKS,
    realDisks: values['real-disks'] ?? false,
    redis,
  }
}

/** A part of a minute is a time, too. */
function minutesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--minutes: a number above 0 and below a million, not ${JSON.stringify(text)}.`)
}

function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`--${name}: a whole number, ${least} or more, not ${JSON.stringify(text)}.`)
}
