import { setTimeout } from 'node:timers/promises'
import { eraseCustomer } from '@forecourt/command/customers/erase.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import { belongingsOf } from '@forecourt/event-log/vault/departures.ts'
import { storagePrefix } from '@forecourt/kit/object-path.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { businessOfSlug } from '../business/find.ts'
import { type Command, type Progress, RefusedError, required, StoppedError, UsageError } from '../cli/command.ts'
import { counted } from '../cli/counted.ts'
import { entriesOf } from '../history/entries.ts'
import { eventsOf } from '../history/history.ts'
import { findSubject } from '../history/subjects.ts'
import type { Platform } from '../platform.ts'
import { isNamedIn, type Trace, tellingTexts, tracesInLog, tracesInLogs, tracesInTables, unproved } from './traces.ts'

/** `forecourt erase`: forgets a customer, as staff do, and proves that nothing is left to find them by. */
export const erase: Command = {
  name: 'erase',
  summary: 'forget a customer, and look for what is left of them',
  operands: ['CUSTOMER'],
  example: "forecourt erase ada@example.com --business harbour-hire --basis 'they asked for it'",
  explained: [
    ['CUSTOMER', 'their id or e-mail address'],
    ['--business SLUG', 'whose customer'],
    ['--basis TEXT', 'why, for the history; nothing personal: it is kept for ever'],
  ],
  needs: ['business', 'basis'],
  options: { business: { type: 'string' }, basis: { type: 'string' } },
  async run(given, platform, progress) {
    const businessId = await businessOfSlug(platform.core, required(given, 'business', { line: 63 }))
    const basis = required(given, 'basis', { line: 500 })
    const subject = await findSubject(platform, 'customer', given.operand('CUSTOMER'), businessId)
    const { texts, all, names, shared, unread, sealed } = await textsOf(platform, subject, progress)
    const { files } = await belongingsOf(platform.pool, subject.id)

    // It is kept for ever, and would be the trace that is looked for.
    if (isNamedIn(basis, all, names))
      throw new UsageError('--basis names them, and is kept for ever: say why in other words')
    if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
    await forget(platform, businessId, subject.id, basis)
    const isShown = await untilShown(platform, progress)
    const traces = await tracesOf(platform, texts, files, progress)
    // What they could be found by is known from what was sealed; once the key is destroyed that opens no more.
    const isProof = texts.length > 0 && unread === 0
    return {
      sentences: [
        `The customer ${subject.id} is erased: their key is destroyed.`,
        ...traces.map(({ where, count }) => `  still in ${where}: ${count}`),
        ...(traces.length > 0 ? ['Something of them is left: see above.'] : []),
        ...(isShown ? [] : ['The projector has not come to the erasure yet: until then the screens have their rows.']),
        ...(isProof ? [] : [whyNoProof({ unread, shared, sealed })]),
        ...(shared > 0 && isProof ? [`${shared} of their texts are others' as well, and were not looked for.`] : []),
        ...(isProof && traces.length === 0
          ? [
              `Nothing is left to find them by: ${counted(texts.length, 'text')} and ${counted(files.length, 'file')} were looked for in ${placesOf(platform)}.`,
            ]
          : []),
      ],
      // The texts themselves are what must not be kept: not even in this answer.
      facts: {
        customerId: subject.id,
        texts: texts.length,
        shared,
        files: files.length,
        unread,
        isProof,
        isShown,
        traces,
      },
      amiss: traces.length > 0 || !isProof || !isShown,
    }
  },
}

interface Sought {
  /** How many of their texts are others' as well, and are not looked for. */
  readonly shared: number
  /** How many of their events nobody can read. */
  readonly unread: number
  /** How many events have something of theirs that was sealed. */
  readonly sealed: number
}

function whyNoProof({ unread, shared, sealed }: Sought): string {
  if (sealed === 0)
    return 'No event of theirs was found: nothing is known that could be looked for. This proves nothing.'
  if (unread > 0) {
    return `${unread} of their events cannot be read: what is in those was not looked for. This proves nothing of it.`
  }
  return shared > 0
    ? `All ${shared} texts that were sealed of them are others' as well: none was looked for. This proves nothing.`
    : 'Their key was destroyed before: nothing is known that could be looked for. This proves nothing.'
}

/** Where is looked: said, so that nobody takes for searched what was not. */
function placesOf({ dataFolder, isDense }: Platform): string {
  const logs = dataFolder === undefined ? [] : [`the logs in ${dataFolder}`]
  const log = isDense ? 'every table of the database, the event log and the queue among them' : 'every table and event'
  return `${[log, 'their stored files', ...logs].join(', ')}. Back-ups, PostgreSQL's write-ahead log and replicas, mail boxes, a queue in Redis and logs kept elsewhere were not looked at`
}

/** What was sealed of them, in order to look for it afterwards. It is shown to nobody. */
async function textsOf(
  platform: Platform,
  subject: Awaited<ReturnType<typeof findSubject>>,
  progress: Progress,
): Promise<
  Sought & {
    readonly texts: readonly string[]
    /** Those as well that others have, and that are not looked for. */
    readonly all: readonly string[]
    /** What they are called. */
    readonly names: readonly string[]
  }
> {
  const events = await eventsOf(platform, subject, progress)
  const own = events.filter(({ metadata }) => metadata.dataSubject === subject.id)
  const entries = await entriesOf(own, platform.core.vault, true)
  const lines = entries.flatMap(({ personal }) =>
    typeof personal === 'string' || personal === null ? [] : Object.entries(personal),
  )
  const texts = lines.map(([, text]) => text)
  const { telling, shared } = await tellingTexts(platform, subject.id, texts)
  return {
    texts: telling,
    all: texts,
    names: lines.flatMap(([name, text]) => (/name$/i.test(name) ? [text] : [])),
    shared,
    unread: entries.filter(({ personal }) => personal === 'unreadable').length,
    sealed: own.length,
  }
}

type Refusal = Extract<Awaited<ReturnType<typeof eraseCustomer>>, { readonly ok: false }>['refusal']

async function forget(platform: Platform, businessId: BusinessId, customerId: string, basis: string): Promise<void> {
  const { core, pool, call } = platform
  const storage = platform.openStorage()
  try {
    const done = await eraseCustomer({ core, pool, storage }, call, { businessId, customerId, basis })
    if (done.ok) return
    throw new RefusedError(done.refusal.code, `they cannot be erased: ${reasonOf(done.refusal)}`)
  } finally {
    storage.close()
  }
}

function reasonOf(refusal: Refusal): string {
  if (refusal.code !== 'customer-has-bookings') return `the platform says ${refusal.code}`
  const named = refusal.bookings.map(
    ({ reference, pickupDate, dropoffDate }) => `${reference} (${pickupDate} to ${dropoffDate})`,
  )
  return `an approved booking of theirs is not over: ${named.join(', ')}`
}

/** The projector takes a moment to empty their rows: so many looks, so many milliseconds apart. A machine that stands still costs one. */
const LOOKS = 100
const PAUSE = 100

/** Waits until the screens show all that is in the log by now; false when they are late. No read model shows nobody. */
async function untilShown({ core, pool }: Platform, { signal }: Progress): Promise<boolean> {
  const head = await core.log.head()
  for (let look = 1; ; look += 1) {
    const shown = await readCheckpoint(pool, LIVE)
    if (shown === undefined || shown.position >= head) return true
    if (signal.aborted) throw unproved()
    if (look > LOOKS) return false
    await setTimeout(PAUSE)
  }
}

async function tracesOf(
  platform: Platform,
  texts: readonly string[],
  files: readonly string[],
  progress: Progress,
): Promise<Trace[]> {
  return [
    ...(await tracesInTables(platform, texts, progress)),
    ...(platform.isDense ? [] : await tracesInLog(platform, texts, progress)),
    ...(await filesLeft(platform, files)),
    ...(platform.dataFolder === undefined ? [] : await tracesInLogs(platform.dataFolder, texts)),
  ]
}

async function filesLeft(platform: Platform, files: readonly string[]): Promise<Trace[]> {
  const storage = platform.openStorage()
  try {
    const left: Trace[] = []
    for (const path of files) {
      let count = 0
      for await (const _ of storage.list(storagePrefix(path))) count += 1
      if (count > 0) left.push({ where: `stored file ${path}`, count })
    }
    return left
  } finally {
    storage.close()
  }
}
