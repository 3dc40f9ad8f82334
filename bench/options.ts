import type { ParseArgsOptionsConfig } from 'node:util'
import { readWords } from '@forecourt/kit/command-words.ts'
import { z } from 'zod'

const Count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'a whole number, 1 or more')
  .transform(Number)

const Options = z.object({
  quick: z.boolean(),
  /** In small letters, as all calls are named. */
  only: z.string().toLowerCase(),
  bookings: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(Count).min(1))
    .refine((sizes) => new Set(sizes).size === sizes.length, 'each size once')
    // The first is what the others are compared with.
    .transform((sizes) => sizes.toSorted((a, b) => a - b))
    .optional(),
  events: Count.optional(),
  rounds: Count.optional(),
  json: z.boolean(),
})
export type Options = z.infer<typeof Options>

/** What can be said to the benchmarks, for whoever has said something else. */
export const OPTIONS = `  --quick           small sizes and few rounds: a look, no measurement
  --rounds N        how often each thing is measured; memory has no rounds
  --only TEXT       ratios: what has that in its name, such as bookings; several with | between
  --bookings N,N,…  growth: the sizes, such as 10000,100000,1000000
  --events N        replay: how many there are, about
  --json            prints all figures as JSON once more, at the end`

/** How they are spelled. */
export const SPELLING = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  bookings: { type: 'string' },
  events: { type: 'string' },
  rounds: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig

/** Fewer rounds than these are no measurement. */
const LEAST_ROUNDS = 5

/**
 * The name that figures are kept under: those of few rounds, or of other sizes than the usual ones, replace no measurement.
 * @param name of the benchmark
 */
export function keptAs(name: string, { rounds, bookings, events }: Options): string {
  return [
    name,
    ...(bookings === undefined ? [] : [`of ${bookings.join(', ')} bookings`]),
    ...(events === undefined ? [] : [`of ${events} events`]),
    ...(rounds === undefined || rounds >= LEAST_ROUNDS ? [] : [`with --rounds ${rounds}`]),
  ].join(' ')
}

/**
 * The options of all benchmarks, of which each heeds those that are about it: so they can be given to several at once. What
 * was not said is undefined, and each benchmark's own to choose.
 * @param words of the command line
 * @throws when a word is no option, or its value cannot be one
 */
export function readOptions(words: readonly string[] = process.argv.slice(2)): Options {
  const { values } = readWords({ args: [...words], options: SPELLING })
  const read = Options.safeParse(values)
  if (read.success) return read.data
  throw new Error(read.error.issues.map(({ path, message }) => `--${path.at(0)?.toString()}: ${message}`).join('\n'))
}
