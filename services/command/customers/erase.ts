import type { CustomerErased } from '@forecourt/contracts/customer.ts'
import { type CustomerRefusal, customerDecider } from '@forecourt/domain/customer/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { customerStream } from '@forecourt/domain/streams.ts'
import { Unavailable } from '@forecourt/event-log/port.ts'
import { belongingsOf, businessOfCustomer, type Connection } from '@forecourt/event-log/vault/departures.ts'
import { isContractPath, isLicencePath, storagePrefix } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import type pg from 'pg'
import { Busy } from '../limits/semaphore.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import { CallerGone } from '../log/caller-gone.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'
import { letGo, type WhichCustomer } from './let-go.ts'
import { hasAskedForAny, vehiclesAskedForBy } from './schedules-of.ts'

interface Connecting {
  connect(): Promise<pg.PoolClient>
}

export interface EraseDeps {
  readonly core: Core
  /** Of the database that holds the vault. */
  readonly pool: Connecting
  readonly storage: ObjectStorage
}

export interface Erasure {
  readonly businessId: BusinessId
  /** As it was given: what is no customer of this business is absent. */
  readonly customerId: string
  /** Why the person is forgotten, e.g. their own request; no personal data. */
  readonly basis: string
}

type Erased = Executed<CustomerRefusal | ScheduleRefusal, CustomerErased>

/**
 * Forgets a customer (`DELETE /api/admin/customers/{id}`; ARCHITECTURE: personal data). Refused with
 * `customer-has-bookings` while an approved booking of theirs is not over. Otherwise their requests are rejected, the log
 * says that they are erased, their files are deleted, and then their key is: what is sealed in the log opens no more, and
 * the projection empties their rows. Dates and money stay; the same e-mail address later is a new customer.
 *
 * Every step can be done again. Whoever is erased already is answered as the first time, and whatever a crash has left
 * undone is done.
 * @throws {Unavailable} how far it came is unknown: call it again
 * @throws the database's or the storage's error, likewise
 */
export async function eraseCustomer(
  { core, pool, storage }: EraseDeps,
  call: Call,
  { businessId, customerId: id, basis }: Erasure,
): Promise<Erased> {
  const parsed = CustomerId.safeParse(id)
  if (!parsed.success) return refuse({ code: 'not-found' })
  const customer = { customerId: parsed.data, businessId }
  // Each holds a connection: those of one business wait for each other, and a few businesses are not in each other's way.
  return await core.inTurn(`customer.erase ${businessId}`, () =>
    alone(core, pool, customer, async (database): Promise<Erased> => {
      if (call.abandoned?.() === true) throw new CallerGone()
      // Several appends follow from one call: none of them is the one that its key stands for, and none is half of it.
      const steps = { ...call, idempotencyKey: undefined, abandoned: undefined }
      if (!(await isErased(core, customer))) {
        if ((await businessOfCustomer(database, customer.customerId)) !== businessId)
          return refuse({ code: 'not-found' })
        const refusal = await letGo(core, database, steps, customer)
        if (refusal !== undefined) return refuse(refusal)
        if (await isUnheardOf(core, database, customer)) {
          await destroy(core, database, storage, customer.customerId)
          return { ok: true, answer: { id: customer.customerId, erased: true }, position: undefined, replayed: false }
        }
      }
      const begun = begin(
        core,
        { ...call, abandoned: undefined },
        {
          stream: customerStream(customer.customerId),
          tenantId: businessId,
          resource: `customer.erase ${customer.customerId} ${businessId}`,
          asked: { basis },
        },
      )
      const erased = await run(
        core,
        core.customers,
        customerDecider,
        begun,
        { type: 'erase', ...customer, basis },
        {
          answer: (): CustomerErased => ({ id: customer.customerId, erased: true }),
        },
      )
      if (erased.ok) await destroy(core, database, storage, customer.customerId)
      return erased
    }),
  )
}

async function isErased(core: Core, { customerId, businessId }: WhichCustomer): Promise<boolean> {
  const fold = await core.customers.load(customerStream(customerId))
  await core.customers.refresh(fold)
  return fold.state.erased && fold.state.businessId === businessId
}

/**
 * Whether the log has never spoken of them: where rows of the vault come first, a booking may not have followed. Nobody who
 * reads the log could make anything of the end of somebody who never came. A key is destroyed on it, so that the log itself is
 * asked where the read model knows of nothing.
 */
async function isUnheardOf(core: Core, database: Connection, { customerId }: WhichCustomer): Promise<boolean> {
  const vehicles = await vehiclesAskedForBy(core.log, database, customerId)
  return vehicles.length === 0 && !(await hasAskedForAny(core.log, customerId))
}

/** The files first: once the key is gone nobody knows whose they were. */
async function destroy(
  core: Core,
  database: Connection,
  storage: ObjectStorage,
  customerId: CustomerId,
): Promise<void> {
  const { files, emailHmacs } = await belongingsOf(database, customerId)
  for (const path of files) {
    if (!isLicencePath(core.lookupKey, path) && !isContractPath(core.lookupKey, path)) continue
    for await (const { key } of storage.list(storagePrefix(path))) await storage.delete(key)
  }
  // How many mails a day went to their address is kept under the address's hash.
  await database.query('delete from reactions.anonymous_mails where address_hmac = any ($1)', [emailHmacs])
  await core.vault.forget(customerId)
}

/**
 * Runs the task while no other process erases this customer: one that closes schedules and one that opens them again must
 * not meet. The lock is the connection's, so it goes when the process dies.
 */
async function alone<T>(
  core: Core,
  pool: Connecting,
  customer: WhichCustomer,
  task: (database: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await core.lengthy(() => locked(pool, customer, task))
  } catch (error) {
    if (error instanceof Busy) throw new Unavailable('too many are being erased', error)
    throw error
  }
}

async function locked<T>(
  pool: Connecting,
  { customerId }: WhichCustomer,
  task: (database: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    const key = `erase ${customerId}`
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
    try {
      return await task(client)
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
      broken = false
    }
  } finally {
    client.release(broken)
  }
}
