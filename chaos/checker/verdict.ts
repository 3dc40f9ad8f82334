import { BusinessMemberDeactivated } from '@forecourt/domain/business/events.ts'
import { CustomerErased } from '@forecourt/domain/customer/events.ts'
import { UserPasswordChanged } from '@forecourt/domain/user/events.ts'
import { faultsOfAccounts, faultsOfStatuses } from './accounts.ts'
import { faultsOfAcknowledgements } from './acknowledged.ts'
import { faultsOfActors } from './actors.ts'
import { faultsOfWhatWasAsked } from './as-asked.ts'
import { faultsOfTags } from './as-tagged.ts'
import { commandsOf, isAcknowledged } from './commands.ts'
import { faultsOfContracts } from './contracts.ts'
import { faultsOfCrashes } from './crashes.ts'
import { faultsOfCustomers } from './customers.ts'
import { excusedShare, NEEDS, type Needs, stoodStill } from './damage.ts'
import { faultsOfDocuments } from './documents.ts'
import { faultsOfErased } from './erased.ts'
import { faultsOfErrors } from './errors.ts'
import type { Check, Evidence } from './evidence.ts'
import { faultsOfTheForgotten } from './forgotten.ts'
import { faultsOfIsolation } from './isolation.ts'
import { faultsOfLateness, shownWithin } from './late.ts'
import { faultsOfLetting } from './let.ts'
import { faultsOfLicences } from './licences.ts'
import { faultsOfLists } from './lists.ts'
import { faultsOfMails } from './mails.ts'
import { faultsOfPauses, longestPauses } from './mails-go-on.ts'
import { faultsOfOrder } from './order.ts'
import { faultsOfPortals } from './portals.ts'
import { faultsOfReadModels } from './read-models.ts'
import { faultsOfReads } from './reads.ts'
import { faultsOfReasons } from './reasons.ts'
import { faultsOfRecovery, longestAway, recoveriesIn } from './recovery.ts'
import { faultsOfRefusals } from './refused.ts'
import { faultsOfReplays } from './replays.ts'
import { faultsOfSchedules } from './schedules.ts'
import { faultsOfScreens } from './screens.ts'
import { faultsOfSeals } from './seals.ts'
import { faultsOfTheUnasked } from './unasked.ts'
import { faultsOfViews } from './views.ts'

/** What must hold whatever happens (SECURITY, "Invariants, checked after every fault"; ARCHITECTURE's promises), by name. */
const INVARIANTS = {
  'the history is whole': ({ history }) => (history.endedAt === undefined ? ['the run was cut off'] : []),
  'all that follows from the log has followed in the end': ({ history }) => history.left.map(({ what }) => what),
  'each acknowledged command is in the log exactly once, and was before its answer': faultsOfAcknowledgements,
  'whoever was told that a colleague is shut out, or let in, was told the truth': faultsOfStatuses,
  'whoever is shut out, or has another password, is let in by nothing of before': faultsOfAccounts,
  'what was done is what was asked for, at the price that there is': faultsOfWhatWasAsked,
  'what was refused was not done, and a key keeps its command': faultsOfRefusals,
  'what was refused had its reason at the time': faultsOfReasons,
  'nothing happens that nobody asked for': faultsOfTheUnasked,
  'each event has who sent its command': faultsOfActors,
  'positions have no gap, and streams are in order': faultsOfOrder,
  'no vehicle is given away twice, and each status follows from the one before': faultsOfSchedules,
  'no vehicle is let while it is out of service': faultsOfLetting,
  'no row of one tenant is in another’s answers': faultsOfIsolation,
  'a licence that was taken is there for its business, and for nobody else': faultsOfLicences,
  'a contract is there for its business as it was made or uploaded, and for nobody else': faultsOfDocuments,
  'who was shown a licence or a contract is written down, and nobody else': faultsOfViews,
  'who has written reads it, or is told that rows are old': faultsOfReads,
  'a read shows what the log says at the place that its tag names': faultsOfTags,
  'everybody soon reads what others were told of': faultsOfLateness,
  'at the end the list of bookings is what the log says': faultsOfLists,
  'at the end each screen is what a process says that has kept nothing': faultsOfScreens,
  'at the end the portal is what the log says': faultsOfPortals,
  'rebuilt read models equal the live ones': faultsOfReadModels,
  'rows are what the log says while people are busy': faultsOfReplays,
  'each notification fact has its mail, copies only for a kill, under one Message-ID': faultsOfMails,
  'mails that wait go out again in time after a fault’s end': faultsOfPauses,
  'each approval has its contract, each signature its copy': faultsOfContracts,
  'a customer is one person of one business': faultsOfCustomers,
  'whoever is erased is shown to nobody any more, and told of in no mail': faultsOfErased,
  'at the end nothing is left of whoever is erased, and all of whoever is not': faultsOfTheForgotten,
  'no error that no fault explains': faultsOfErrors,
  'no process ends by itself': faultsOfCrashes,
  'it answers again in time after a fault’s end': faultsOfRecovery,
  'the chain of seals holds': faultsOfSeals,
} as const satisfies Readonly<Record<string, Check>>

export type Invariant = keyof typeof INVARIANTS

/** What came of one invariant. */
export interface Finding {
  readonly invariant: Invariant
  readonly violations: readonly string[]
}

type FigureName =
  | 'requests'
  | 'acknowledged'
  | 'replays'
  | 'faults'
  | 'recoveries'
  | 'mails'
  | 'licences'
  | 'contracts'
  | 'erased'
  | 'shutOut'
  | 'passwords'
  | 'events'

/** What a checker has to say of a run. */
export interface Verdict {
  readonly findings: readonly Finding[]
  readonly figures: Readonly<Record<FigureName, number>>
  /** Shares of the time in which an error, or rows that are old, would have been excused: what is said of them holds for the rest. */
  readonly excused: Readonly<Record<'command' | 'query' | 'freshness', number>>
  /** How often the machine stood still, and for how long in all: errors of then, and rows that were old, were excused as well. */
  readonly stoodStill: { readonly times: number; readonly milliseconds: number }
  /** The longest time from a fault's end until all that it had hit worked again, in milliseconds, of each kind of fault. */
  readonly longestAway: Readonly<Record<string, number>>
  /** The same of mails that waited. */
  readonly longestPauses: Readonly<Record<string, number>>
  readonly holds: boolean
}

/** Checks every invariant. One that cannot be checked, because the log or the history makes no sense to it, is violated. */
export async function judge(evidence: Evidence): Promise<Verdict> {
  const findings: Finding[] = []
  for (const [invariant, check] of entries)
    findings.push({ invariant, violations: await violationsOf(check, evidence) })
  const { history, log } = evidence
  return {
    findings,
    figures: {
      requests: history.requests.length,
      acknowledged: acknowledgedIn(evidence),
      faults: history.faults.length,
      recoveries: recoveriesIn(evidence).length,
      replays: history.replays.length,
      mails: history.mails.length,
      licences: seenIn(evidence, 'licence'),
      contracts: seenIn(evidence, 'contract'),
      erased: countOf(log, CustomerErased),
      shutOut: countOf(log, BusinessMemberDeactivated),
      passwords: countOf(log, UserPasswordChanged),
      events: log.length,
    },
    excused: {
      command: excusedIn(evidence, NEEDS.command),
      query: excusedIn(evidence, NEEDS.query),
      freshness: excusedIn(evidence, NEEDS.freshness, shownWithin(evidence.backWithin)),
    },
    stoodStill: {
      times: history.standstills.length,
      milliseconds: stoodStill(history),
    },
    longestAway: longestAway(evidence),
    longestPauses: longestPauses(evidence),
    holds: findings.every(({ violations }) => violations.length === 0),
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object's own names
const entries = Object.entries(INVARIANTS) as [Invariant, Check][]

async function violationsOf(check: Check, evidence: Evidence): Promise<readonly string[]> {
  try {
    return await check(evidence)
  } catch (error) {
    return [`it cannot be checked: ${String(error)}`]
  }
}

/** @param longer for so many milliseconds more after a fault than everything else */
function excusedIn({ history, backWithin }: Evidence, needed: Needs, longer = 0): number {
  const { requests, quietAt = Number.POSITIVE_INFINITY } = history
  const from = requests.reduce((least, { startedAt }) => Math.min(least, startedAt), Number.POSITIVE_INFINITY)
  const to = requests.reduce((most, { endedAt }) => Math.max(most, Math.min(endedAt, quietAt)), 0)
  return excusedShare(history, needed, from, to, backWithin, longer)
}

/** How many events of a kind there are. */
const countOf = (log: Evidence['log'], { type: kind }: { readonly type: string }): number =>
  log.filter(({ type }) => type === kind).length

/** Files that this call has shown to somebody, each counted once. */
const seenIn = ({ history }: Evidence, call: 'licence' | 'contract'): number =>
  new Set(history.requests.flatMap((one) => (one.call === call && isAcknowledged(one) ? [one.asked.file] : []))).size

/** Commands whose sender was told that they are done; however often, each counts once. */
function acknowledgedIn({ history }: Evidence): number {
  try {
    return [...commandsOf(history).values()].filter(({ sendings }) => sendings.some(isAcknowledged)).length
  } catch {
    return 0
  }
}
