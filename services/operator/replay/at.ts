import { todayIn } from '@forecourt/domain/civil-date.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { openReadDatabase } from '@forecourt/query/reading/read-database.ts'
import { businessOfSlug } from '../business/find.ts'
import { type Command, type Progress, RefusedError, required } from '../cli/command.ts'
import { counted } from '../cli/counted.ts'
import type { Platform } from '../platform.ts'
import { changesBetween, masked, subjectsIn } from './answers.ts'
import { instantFrom, positionAt } from './instant.ts'
import { type Question, questionOf, SUBJECTS } from './questions.ts'
import { withScratch } from './scratch.ts'

/** `forecourt at`: the answer that the API gave at an instant, made of what was in the log by then. */
export const at: Command = {
  name: 'at',
  onlyReads: true,
  summary: 'what a screen showed at an instant',
  operands: ['INSTANT', 'WHAT'],
  mayFollow: 'BOOKING',
  example: "forecourt at '2026-03-03 10:00' bookings --business harbour-hire --diff now",
  explained: [
    ['INSTANT', "2026-03-03T10:00Z, or '2026-03-03 10:00' by the business's clocks; now will do"],
    ['WHAT', SUBJECTS.join(', ')],
    ['BOOKING', 'which booking: its id or reference'],
    ['--business SLUG', 'whose'],
    ['--id ID', 'the same as BOOKING'],
    ['--status STATUS', 'bookings of that status only'],
    ['--month 2026-03', 'the month of the stats; without it, the one of the instant'],
    ['--diff INSTANT', 'what has changed until then; "now" will do'],
    ['--reveal', 'show personal data as it is; that you looked is written to the log'],
  ],
  needs: ['business'],
  options: {
    business: { type: 'string' },
    id: { type: 'string' },
    status: { type: 'string' },
    month: { type: 'string' },
    diff: { type: 'string' },
    reveal: { type: 'boolean' },
  },
  async run(given, platform, progress) {
    const { core, call } = platform
    const slug = required(given, 'business', { line: 63 })
    const businessId = await businessOfSlug(core, slug)
    const business = (await core.businesses.load(businessStream(businessId))).state
    if (business === undefined) throw new RefusedError('business-not-found', `there is no business ${slug}`)
    const now = call.now()
    const instantOf = (text: string) => (text === 'now' ? now : instantFrom(text, business.timeZone, now))
    const instant = instantOf(given.operand('INSTANT'))
    const until = given.text('diff')
    const later = until === undefined ? now : instantOf(until)
    const subject = given.operand('WHAT')
    const today = todayIn(business.timeZone, Instant.parse(instant.toISOString()))
    const question = questionOf(subject, given, today)
    /** Members of staff whom the answers name. */
    const staff = new Set<string>()
    const show = async (answers: readonly unknown[]): Promise<unknown[]> => {
      if (!given.flag('reveal')) return answers.map((answer) => masked(answer, subject))
      const subjects = answers.flatMap((answer) => subjectsIn(answer, subject))
      await platform.recordRevelation([...subjects, ...staff], `at ${instant.toISOString()} ${subject} of ${slug}`)
      return [...answers]
    }

    const asked = { question, slug, now, staff: given.flag('reveal') && subject === 'customers' ? staff : undefined }
    const { found, ahead } = await answerAt(platform, progress, instant, asked)
    const doubts = doubtsOf(instant, ahead)
    if (until === undefined) {
      if (found === undefined)
        throw new RefusedError('not-found', `there was no such thing at ${instant.toISOString()}`)
      const [answer] = await show([found])
      return {
        sentences: [JSON.stringify(answer, null, 2), ...doubts],
        facts: { at: instant.toISOString(), answer, doubts },
      }
    }
    const then = await answerAt(platform, progress, later, asked)
    doubts.push(...doubtsOf(later, then.ahead))
    const both = [found, then.found] as const
    if (both.every((one) => one === undefined)) {
      const instants = `at ${instant.toISOString()} or at ${later.toISOString()}`
      throw new RefusedError('not-found', `there was no such thing ${instants}`)
    }
    const [answer, latest] = await show(both)
    // Told by the answers as they are: masked, one telephone number looks like any other.
    const changes = changesBetween(...both, { earlier: answer, later: latest })
    return {
      sentences: [
        ...(changes.length === 0
          ? [`Nothing has changed between ${instant.toISOString()} and ${later.toISOString()}.`]
          : changes.map(({ path, before, after }) => `${path}: ${inWords(before)} → ${inWords(after)}`)),
        ...doubts,
      ],
      facts: { from: instant.toISOString(), to: later.toISOString(), changes, doubts },
    }
  },
}

const inWords = (value: unknown) => (value === undefined ? '(not there)' : JSON.stringify(value))

/** What is not certain of an answer where the log's clock was put back or ahead: see {@link positionAt}. */
function doubtsOf(instant: Date, ahead: number): string[] {
  if (ahead === 0) return []
  const those = `${counted(ahead, 'event')} of a later time in front of one of by then`
  return [
    `Not certain at ${instant.toISOString()}: ${those}. They were there if the log's clock ran ahead; if it ran behind afterwards, this is the answer of a later time.`,
  ]
}

interface Asked {
  readonly question: Question
  readonly slug: string
  readonly now: Date
  /** Gets the ids of those of the staff who have checked a customer's licence by then, whom a list of customers names. */
  readonly staff: Set<string> | undefined
}

async function answerAt(
  platform: Platform,
  progress: Progress,
  instant: Date,
  { question, slug, now, staff }: Asked,
): Promise<{ readonly found: unknown; readonly ahead: number }> {
  const { position, ahead } = await positionAt(platform.core.log, instant, now, progress)
  return await withScratch(platform, progress, position, async (schema) => {
    const database = await openReadDatabase(platform.databaseUrl, schema)
    try {
      if (staff !== undefined) for (const id of await whoCheckedLicences(platform, schema, slug)) staff.add(id)
      return { found: await question(database, slug, instant), ahead }
    } finally {
      await database.end()
    }
  })
}

/** The API's answer has their names and not their ids. */
async function whoCheckedLicences({ pool }: Platform, schema: string, slug: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct licence_checked_by as id
     from ${schema}.customers join ${schema}.businesses using (business_id)
     where slug = $1 and licence_checked_by is not null and not is_erased`,
    [slug],
  )
  return rows.map(({ id }) => id)
}
