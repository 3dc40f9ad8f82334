import { type CivilDate, todayIn } from '@forecourt/domain/civil-date.ts'
import { customerDecider } from '@forecourt/domain/customer/decider.ts'
import type { CustomerFact } from '@forecourt/domain/customer/events.ts'
import { BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { customerStream } from '@forecourt/domain/streams.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { decode, encodeAll, type StoredFact, UnreadableEvent } from '@forecourt/event-log/codec.ts'
import { markOf } from '@forecourt/event-log/mark.ts'
import { type EventLog, type Expected, WrongRevision } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { businessInLog } from './business-in-log.ts'
import { saysErased } from './erased-in-log.ts'
import { enterLicenceUses } from './licence-uses.ts'
import { expectComplete } from './register.ts'
import {
  businessesWithLicences,
  giveBack,
  type Licence,
  licencesPastDays,
  licencesSetAside,
  momentAgo,
  release,
  type SetAside,
  setAside,
} from './uses-register.ts'

export interface LicenceRetention {
  readonly eventLog: EventLog
  readonly vault: Pick<Vault, 'keysOf' | 'drop'>
  readonly database: Queries
  readonly log: Log
  /** Whether the rows of files are committed in front of their events: so it is when the log is not in Postgres. */
  readonly rowsComeFirst: boolean
  readonly appVersion: string
  readonly now?: () => Date
  /** Aborts when the process is to stop. */
  readonly ending?: AbortSignal
}

/** So many are judged, and told of, at once: each by itself would wait for the others that an append gathers. */
const TOLD_TOGETHER = 20

/** Longer than any append can be on its way between the vault and a log elsewhere. */
const PATIENCE = 3_600_000

/**
 * Deletes the driving licences whose days are over: so many days after the hire, or the refusal, as the business has chosen
 * (`licenceRetentionDays`). Never while another booking of the customer needs the same picture: one that waits, one that is
 * approved and not over, one that was over less than so many days ago. Contracts stay.
 *
 * 1. A licence whose days are over by what the log says is set aside: no booking can use it from then on.
 * 2. The log is asked again. What came with that licence before is in it by now, and gives it back.
 * 3. The log is told that the licence is deleted.
 * 4. Its row is let go, and the sweep of the files deletes what is stored.
 *
 * Each step can be done again, by whomever, and what was begun is judged anew by the facts and the setting as they are then.
 * @returns how many were deleted
 * @throws {RegisterIncomplete} the vault has lost rows of files: none is deleted until they are put back;
 *   the reason of `ending` when the process is to stop: what is left is for the next sweep
 */
export async function deleteLicencesPastDays(retention: LicenceRetention): Promise<number> {
  const { database, log, rowsComeFirst, now = () => new Date(), ending } = retention
  const at = now()
  await expectComplete(database)
  await enterLicenceUses(retention)
  const rules = await rulesAt(retention, at)
  for (const rule of rules) {
    ending?.throwIfAborted()
    const due = await licencesPastDays(database, rule)
    await setAside(
      database,
      due.map(({ path }) => path),
    )
  }

  // Not what another worker sets aside from now on: of that the log is not asked below.
  const before = await momentAgo(database, rowsComeFirst ? PATIENCE : 0)
  const enteredUpTo = await enterLicenceUses(retention)
  let deleted = 0
  const failures: unknown[] = []
  for (const rule of rules) {
    const judged = await licencesSetAside(database, { ...rule, before, enteredUpTo })
    for (let first = 0; first < judged.length; first += TOLD_TOGETHER) {
      ending?.throwIfAborted()
      const some = judged.slice(first, first + TOLD_TOGETHER)
      const done = await Promise.allSettled(some.map((one) => deleteOrGiveBack(retention, rule.businessId, one)))
      for (const one of done) {
        if (one.status === 'fulfilled') deleted += Number(one.value)
        else failures.push(one.reason)
      }
    }
  }
  // They stay set aside, and the next sweep comes to them. A log that takes nothing down is told of once.
  if (failures.length > 0) {
    const [error] = failures
    log.error({ error, count: failures.length }, 'licences whose days are over could not be deleted')
  }
  return deleted
}

/** @returns whether it was deleted, as the log says; otherwise it is needed after all */
async function deleteOrGiveBack(
  retention: LicenceRetention,
  businessId: string,
  { isDue, ...licence }: SetAside,
): Promise<boolean> {
  const { database } = retention
  const isDeleted = await isWritten(retention, businessId, licence, isDue ? 'write' : 'look')
  if (isDeleted) await release(database, licence.path)
  else await giveBack(database, [licence.path])
  return isDeleted
}

interface Rule {
  readonly businessId: string
  /** For which a licence is kept. */
  readonly days: number
  /** In the business's time zone. */
  readonly today: CivilDate
}

/** What each business that has licences has chosen by now. Those of one that cannot be read are kept. */
async function rulesAt({ eventLog, database, log, ending }: LicenceRetention, at: Date): Promise<readonly Rule[]> {
  const rules: Rule[] = []
  for (const businessId of await businessesWithLicences(database)) {
    ending?.throwIfAborted()
    try {
      const business = await businessInLog(eventLog, businessId)
      if (business === undefined) continue
      const today = todayIn(business.timeZone, instantOf(at.getTime()))
      rules.push({ businessId, days: business.licenceRetentionDays, today })
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error
      log.error({ businessId, error }, 'the settings of a business cannot be read: its licences are kept')
    }
  }
  return rules
}

/** Every command of the sweep's is named in this name space: never change it. */
const DELETIONS = '5e0c1c39-1f0e-4b7c-9d4b-6b8a0f6f2f11'

/**
 * Whether the log says that the licence is deleted; told to write, it does. Whoever is erased has no licence to keep.
 * @throws {Error} the vault has lost the key of somebody who was not: nobody can tell;
 *   {Unavailable} whether it was stored is unknown: again, it writes nothing twice
 */
async function isWritten(
  { eventLog, vault, appVersion, now = () => new Date() }: LicenceRetention,
  tenant: string,
  { path, customerId: id }: Licence,
  mode: 'write' | 'look',
): Promise<boolean> {
  const [businessId, customerId] = [BusinessId.parse(tenant), CustomerId.parse(id)]
  // Asked anew: a key that this process remembers would still seal for whoever was erased a moment ago.
  vault.drop(customerId)
  const key = (await vault.keysOf([customerId])).get(customerId)
  if (key === undefined) {
    if (await saysErased(eventLog, customerId)) return true
    throw new Error('the key of a customer who was not erased is missing: their licence is kept')
  }
  const picture = markOf(key, `${customerId}/picture`, path)
  const stream = customerStream(customerId)
  const commandId = uuidV5(DELETIONS, `${customerId}/${picture}`)
  for (;;) {
    const { state, revision } = await customerIn(eventLog, stream)
    if (mode === 'look') return state.deletedPictures.includes(picture)
    const decision = customerDecider.decide(
      { type: 'deleteLicence', businessId, customerId, picture, licencePath: path },
      state,
    )
    if (!decision.ok || decision.events.length === 0) return true
    const events = encodeAll(stream, decision.events, key, {
      tenantId: businessId,
      actorKind: 'system',
      actorId: 'licence-retention',
      commandId,
      commandDigest: '',
      $correlationId: commandId,
      $causationId: commandId,
      occurredAt: now().toISOString(),
      dataSubject: customerId,
      appVersion,
    })
    try {
      await eventLog.append(stream, revision, events)
      return true
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error
    }
  }
}

async function customerIn(eventLog: EventLog, stream: string) {
  let state = customerDecider.initial()
  let revision: Expected = 'noStream'
  for await (const recorded of eventLog.read(stream)) {
    revision = recorded.revision
    const fact = decode(recorded)
    if (fact.kind === 'fact' && isOfCustomer(fact)) state = customerDecider.evolve(state, fact)
  }
  return { state, revision }
}

/** Only facts of customers are in their streams. */
const isOfCustomer = (fact: StoredFact): fact is Extract<StoredFact, { readonly type: CustomerFact['type'] }> =>
  fact.type.startsWith('Customer') && fact.stream.startsWith('rent.customer-')
