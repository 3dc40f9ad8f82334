import { z } from 'zod'
import { Answer, Position } from './answer.ts'

/**
 * What a run of faults leaves behind: what everybody asked and was told, which faults were made, which mails arrived. It is
 * the checker's only witness beside the log and the rows, so it is written by the runner as things happen and holds no word
 * of the product's own. Times are milliseconds since 1970 by the runner's own clock, which no fault touches.
 */

const Millis = z.number()

/** A business that took part. */
export const Tenant = z.strictObject({
  businessId: z.string(),
  slug: z.string(),
  contactEmail: z.string(),
  /** A word that is in its vehicles' names and in its renters', and nowhere else: {@link canaryOf} makes it. */
  canary: z.string(),
})
export type Tenant = z.infer<typeof Tenant>

/** The first line. */
export const Beginning = z.strictObject({
  kind: z.literal('beginning'),
  seed: z.int(),
  at: Millis,
  tenants: z.array(Tenant),
})
export type Beginning = z.infer<typeof Beginning>

/** Processes that somebody asks past the gateway: one that is gone for good is not seen through it while another one answers. */
export const ASKED_DIRECTLY = ['command-1', 'command-2', 'query-1', 'query-2'] as const
export type AskedDirectly = (typeof ASKED_DIRECTLY)[number]

/** The service that such a process is of. */
export const serviceOfProcess = (process: AskedDirectly): 'command' | 'query' =>
  process === 'query-1' || process === 'query-2' ? 'query' : 'command'

/** One sending of one request. A command that is sent again, because its outcome is unknown, is another request of the same key. */
export const Request = z.strictObject({
  kind: z.literal('request'),
  /** Nobody else's in this history. */
  id: z.string(),
  /** One person's browser: its requests follow each other, and it keeps the `seen` cookie. */
  client: z.string(),
  /** Whose data it is about: of staff their own, of a visitor the portal's. */
  businessId: z.string(),
  actor: z.enum(['visitor', 'member']),
  /** The process that it was sent to, past the gateway; null: to the address that everybody has. */
  process: z.enum(ASKED_DIRECTLY).nullable(),
  /**
   * Id of the call in the table of all calls (`packages/contracts/calls.ts`); `putFile`: a file on its way
   * to the object storage, through the gateway alone.
   */
  call: z.string(),
  /**
   * What a check needs to know of what was asked, never who somebody is:
   * - the path's parameters under their names in the table (`id`, `maintenanceId`);
   * - `requestBooking`: `carId`, `pickupDate`, `dropoffDate`, `reference`, `renter` (the same word for the same e-mail address), `email` (made up by the run), `licence` (path of one that was really uploaded), `mark` (a word in what they said of themselves, and nowhere else: {@link marksIn});
   * - `changeBooking`, `changeLicenceStatus`: `status`, unless it is about notes alone; `scheduleMaintenance`: `from` and `to`;
   * - `signContract`: `sha256` of the document that was shown; `attachContract`: path of the `file`;
   * - `saveSettings`: `version` of the settings that were seen, which `setting` is changed, and its new `value`;
   * - `putFile`, `finishLicenceUpload`, `finishContractUpload`: which `upload` it is, and the `picture` that was sent, by its name, or as `file <SHA-256>` what is no picture; `licence`: path of the `file`, and the width `w` where a smaller picture is wanted; `contract`: path of the `file`;
   * - `myBooking`, `cancelMyBooking`, `declineCancellation`: `id` of the booking; `eraseCustomer`: `id` of the customer;
   * - `changeStaffStatus`: `id` of the colleague and `status`; of a trainee's `signIn` their `account` and the number of the `password`, and of `changePassword` those of the one that they have (`from`) and of the one that they choose (`to`): none is chosen twice, and a later one has a higher number;
   * - a read that looks for one booking, which must be there: `booking`;
   * - `listBookings`: for how many at most, of a first page (`limit`); which `page` of the whole list, when all of it is read in quiet; `fleet`, `bookedDates`: whether they are asked for `atTheEnd`, likewise;
   * - a screen of staff that is looked at when all has followed, `screens`: `kept`, of processes that have been busy, or `afresh`, of ones that have kept nothing.
   */
  asked: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** `Idempotency-Key`; every command has one. Null for reads. */
  key: z.string().nullable(),
  /** {@link digestOf} the body as it was sent: another one under the same key is another command. Empty for reads. */
  digest: z.string(),
  /** The position that its `seen` cookie names; null without one. */
  seen: Position.nullable(),
  startedAt: Millis,
  endedAt: Millis,
  answer: Answer,
})
export type Request = z.infer<typeof Request>

/** Everything that is made to go wrong. */
export const FaultName = z.enum([
  /** `SIGKILL`, and started again. */
  'kill',
  /** `SIGSTOP`, and `SIGCONT`. */
  'freeze',
  /** The server of the database, or another one, is ended, and started again. */
  'restart',
  /** All jobs are taken out of the queue. */
  'empty-queue',
  /** Connections through the proxy are slow, are cut, take bytes and pass none on. */
  'delay',
  'cut',
  'stall',
  'full-disk',
  'clock-jump',
  /** A job, or a request, is delivered once more. */
  'duplicate',
  /** Somebody else holds the database's connections, or the lock on the log's head, for which all who write wait with theirs. */
  'exhausted-pool',
  /** For longer than anybody waits: the database, or another server, stands still, or nobody gets through to it. */
  'away',
])
export type FaultName = z.infer<typeof FaultName>

/** What a fault hits; a proxy's by what is behind it. The log's head in the database is hit as an event store is. */
export const FaultTarget = z.enum([
  'gateway',
  'command',
  'query',
  'projector',
  'workers',
  'postgres',
  'event-store',
  'queue',
  'mail-server',
  'object-storage',
])
export type FaultTarget = z.infer<typeof FaultTarget>

export const Fault = z.strictObject({
  kind: z.literal('fault'),
  id: z.string(),
  name: FaultName,
  target: FaultTarget,
  /** The process or the way that it hits, where there are several. */
  place: z.string(),
  startedAt: Millis,
  /** From here on nothing holds the system back any more: the process was told to start, the proxy lets through again. */
  endedAt: Millis,
})
export type Fault = z.infer<typeof Fault>

/**
 * The runner stood still, and its machine with it: nobody was answered meanwhile, and whoever waits finds their time over before they
 * have read what lies there. It is a fault neither of the run nor of the product.
 */
export const Standstill = z.strictObject({
  kind: z.literal('standstill'),
  startedAt: Millis,
  endedAt: Millis,
})
export type Standstill = z.infer<typeof Standstill>

/** A process that was not ready again in time after the last fault. */
export const Missing = z.strictObject({
  kind: z.literal('missing'),
  process: z.string(),
  /** When it was waited for no longer. */
  at: Millis,
})
export type Missing = z.infer<typeof Missing>

/** A process, or a server (`postgres`, `event-store`, `redis`), ended though nobody had ended it. It was started again. */
export const Crash = z.strictObject({
  kind: z.literal('crash'),
  process: z.string(),
  at: Millis,
  /** In words, with what it said last, for whoever looks for the reason; empty when that is not known. */
  how: z.string(),
})
export type Crash = z.infer<typeof Crash>

/** A mail as the mail server took it. */
export const Mail = z.strictObject({
  kind: z.literal('mail'),
  at: Millis,
  messageId: z.string(),
  to: z.string(),
  subject: z.string(),
})
export type Mail = z.infer<typeof Mail>

/** People have gone home: what is asked from here on is asked in quiet, to see what is left. */
export const Quiet = z.strictObject({
  kind: z.literal('quiet'),
  at: Millis,
})
export type Quiet = z.infer<typeof Quiet>

/** What had not followed from the log when it was waited for no longer. */
export const Left = z.strictObject({
  kind: z.literal('left'),
  /** In words. */
  what: z.string(),
  at: Millis,
})
export type Left = z.infer<typeof Left>

/** An operator has compared rows with a replay of the log while people were busy. */
export const Replayed = z.strictObject({
  kind: z.literal('replayed'),
  at: Millis,
  isSame: z.boolean(),
  /** The answer. */
  said: z.string(),
})
export type Replayed = z.infer<typeof Replayed>

/** The last line: without it the run was cut off, and what it did not see proves nothing. */
export const End = z.strictObject({
  kind: z.literal('end'),
  at: Millis,
})
export type End = z.infer<typeof End>

export const Line = z.discriminatedUnion('kind', [
  Beginning,
  Request,
  Fault,
  Standstill,
  Missing,
  Crash,
  Mail,
  Quiet,
  Left,
  Replayed,
  End,
])
export type Line = z.infer<typeof Line>

/** The lines of a whole run, by their kind, each in the order in which they were written. */
export interface History {
  readonly seed: number
  /** When everything was there that a run begins with, in milliseconds. */
  readonly beganAt: number
  readonly tenants: readonly Tenant[]
  readonly requests: readonly Request[]
  readonly faults: readonly Fault[]
  readonly standstills: readonly Standstill[]
  readonly missing: readonly Missing[]
  readonly crashes: readonly Crash[]
  readonly mails: readonly Mail[]
  readonly left: readonly Left[]
  readonly replays: readonly Replayed[]
  /** When people went home; undefined when nobody said so. */
  readonly quietAt: number | undefined
  /** When the run was over; undefined when it was cut off. */
  readonly endedAt: number | undefined
}
