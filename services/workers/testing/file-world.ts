import { randomUUID } from 'node:crypto'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import { BookingId, BusinessId, CustomerId, VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { fakeServer } from '@forecourt/event-log/eventstore/testing/fake-server.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import type { Alongside, EventLog } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault, type Person, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { startTestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { mintContractPath, mintLicencePath, mintVehicleImagePath, storagePrefix } from '@forecourt/kit/object-path.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createDatabase, type Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type FileSweep, type Swept, sweepFiles } from '../files/sweep-files.ts'
import { bookingRequested, contractUploaded, licenceReplaced, type OfBooking, vehicleAdded } from './file-facts.ts'

/** A path of each kind that nothing else has. */
const PATHS = {
  licences: () => mintLicencePath(lookupKey, randomUUID()),
  contracts: (businessId: string) => mintContractPath(lookupKey, businessId, `upload:${randomUUID()}`),
  vehicles: (businessId: string) => mintVehicleImagePath(lookupKey, { businessId, uploadId: randomUUID() }, 640),
}

export type Target = 'PostgreSQL' | 'EventStoreDB'

interface Telling {
  readonly person?: Person
  readonly alongside?: Alongside
  readonly at?: Date
}

const HOUR = 3_600_000
const key = Buffer.alloc(32, 7).toString('base64')
const lookupKey = keyFromBase64(key)
const quiet = createLog({ service: 'test', level: 'silent' })

/** Stored files and a log that may speak of them: for tests of the sweep. Times are hours from now. */
export class FileWorld {
  readonly database: Database
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly storage: ObjectStorage
  readonly databaseUrl: string
  /** Appends without the rows that travel along: what is left of an append whose rows were committed before. */
  readonly logWithoutVault: Pick<EventLog, 'append'>
  readonly businessId = BusinessId.parse(randomUUID())
  readonly vehicleId = VehicleId.parse(randomUUID())
  readonly #target: Target
  readonly #stop: () => Promise<void>

  private constructor(
    target: Target,
    parts: Pick<FileWorld, 'database' | 'eventLog' | 'vault' | 'storage' | 'databaseUrl'>,
    stop: () => Promise<void>,
  ) {
    this.#target = target
    this.database = parts.database
    this.eventLog = parts.eventLog
    this.vault = parts.vault
    this.storage = parts.storage
    this.databaseUrl = parts.databaseUrl
    this.logWithoutVault = {
      append: (stream, expected, events) => parts.eventLog.append(stream, expected, events),
    }
    this.#stop = stop
  }

  static async start(target: Target): Promise<FileWorld> {
    const test = await createTestDatabase()
    const files = await startTestObjectStorage()
    const server = target === 'EventStoreDB' ? await fakeServer(2310) : undefined
    const eventLog = await openEventLog({ databaseUrl: test.url, eventStoreUrl: server?.url })
    const vault = createVault({ connectionString: test.url, masterKey: key, lookupKey: key })
    const database = await createDatabase({ connectionString: test.url, applicationName: 'test' })
    const storage = createObjectStorage(files.config)
    await storage.ensureBucket()
    return new FileWorld(target, { database, eventLog, vault, storage, databaseUrl: test.url }, async () => {
      await eventLog.close()
      await vault.close()
      await database.end()
      storage.close()
      await files.stop()
      await server?.close()
      await test.drop()
    })
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  /** A finished file with a smaller picture beside it. */
  async file(folder: keyof typeof PATHS = 'licences'): Promise<string> {
    const path = PATHS[folder](this.businessId)
    for (const part of ['full', 'w96']) await this.put(`${storagePrefix(path)}${part}`)
    return path
  }

  async put(storageKey: string): Promise<void> {
    await this.storage.put(storageKey, Buffer.from('a picture'), { contentType: 'image/jpeg' })
  }

  async isStored(path: string): Promise<boolean> {
    const keys = await Array.fromAsync(this.storage.list(storagePrefix(path)))
    return keys.length > 0
  }

  async sweep(inHours: number, parts: Partial<FileSweep> = {}): Promise<Swept> {
    return await sweepFiles({
      eventLog: this.eventLog,
      vault: this.vault,
      database: this.database,
      storage: this.storage,
      log: quiet,
      rowsComeFirst: this.#target === 'EventStoreDB',
      now: () => new Date(Date.now() + inHours * HOUR),
      ...parts,
    })
  }

  customer(): Person {
    const emailHmac = this.vault.lookupHmac('customer', this.businessId, `${randomUUID()}@renter.example`)
    return this.vault.newPerson({ kind: 'customer', businessId: this.businessId, emailHmac }, randomUUID())
  }

  /** What travels with a booking of this customer. */
  rows(licencePath: string, { row }: Person): Alongside {
    return {
      person: row,
      file: { objectPath: licencePath, businessId: this.businessId, customerId: row.subjectId },
    }
  }

  /** A contract is attached to a booking of this customer's, as the command service does it. */
  async contract(contractPath: string, customer: Person, log: Pick<EventLog, 'append'> = this.eventLog) {
    const stream = scheduleStream(this.vehicleId)
    const booking = this.#bookingOf(customer)
    const event = contractUploaded(booking, contractPath)
    const file = { objectPath: contractPath, businessId: this.businessId, customerId: booking.customerId }
    await log.append(stream, 'any', this.#encoded(stream, event), { file })
  }

  /** A customer books with this licence, as the command service does it. */
  async book(licencePath: string, customer: Person = this.customer(), log: Pick<EventLog, 'append'> = this.eventLog) {
    const stream = scheduleStream(this.vehicleId)
    const event = bookingRequested(this.#bookingOf(customer), licencePath)
    await log.append(stream, 'any', this.#encoded(stream, event, customer), this.rows(licencePath, customer))
  }

  /** The customer's booking gets another licence, as the command service does it. */
  async replaceLicence(licencePath: string, customer: Person): Promise<void> {
    const stream = scheduleStream(this.vehicleId)
    const booking = this.#bookingOf(customer)
    const event = licenceReplaced(booking, licencePath)
    const file = { objectPath: licencePath, businessId: this.businessId, customerId: booking.customerId }
    await this.eventLog.append(stream, 'any', this.#encoded(stream, event, customer), { file })
  }

  /** A vehicle gets a picture. @param withRow as the command service does it; false: as it did before there were rows */
  async giveVehicle(imagePath: string, withRow = true): Promise<void> {
    const vehicleId = VehicleId.parse(randomUUID())
    const { businessId } = this
    const stream = vehicleStream(vehicleId)
    const event = vehicleAdded({ vehicleId, businessId }, imagePath)
    const file = { objectPath: imagePath, businessId, customerId: businessId }
    await this.eventLog.append(stream, 'any', this.#encoded(stream, event), withRow ? { file } : undefined)
  }

  /** Somebody's request, or a vehicle's picture, is in the log in a shape that nobody can read. */
  async writeUnreadable(what: { readonly licenceOf: Person } | { readonly picture: string }): Promise<void> {
    const person = 'licenceOf' in what ? what.licenceOf : undefined
    const stream = person ? scheduleStream(this.vehicleId) : vehicleStream(VehicleId.parse(randomUUID()))
    const metadata = {
      schemaVersion: '1',
      tenantId: this.businessId,
      ...(person ? { dataSubject: person.row.subjectId } : {}),
    }
    const data = 'picture' in what ? JSON.stringify({ details: { imagePath: what.picture } }) : '{}'
    const type = person ? 'BookingRequested' : 'VehicleAddedToFleet'
    await this.eventLog.append(stream, 'any', [{ id: randomUUID(), type, data, metadata }])
  }

  /** Anything happens. @param at when; now when absent */
  async tell(stream: string, event: AnyEvent, { person, alongside, at }: Telling = {}): Promise<void> {
    await this.eventLog.append(stream, 'any', this.#encoded(stream, event, person, at), alongside)
  }

  /** The business whose file it is; undefined for nobody's, as the query service sees it. */
  async holderOf(path: string): Promise<string | undefined> {
    const row = await this.database.oneFirst(sql.type(z.object({ holder: z.string().nullable() }))`
      select public.licence_holder(${path}) as holder
    `)
    return row ?? undefined
  }

  /** Nothing that was lost is missed any more, and the log is asked anew (`forecourt accept-loss`). */
  async acceptLoss(): Promise<void> {
    await this.database.query(sql.unsafe`delete from reactions.files_known`)
    await this.askAnew()
  }

  /** The workers ask the log from its beginning which files it speaks of, and which licences bookings need. */
  async askAnew(): Promise<void> {
    await this.database.query(sql.unsafe`
      with uses as (delete from reactions.licence_uses)
      delete from reactions.checkpoint where reactor in ('files', 'licences')
    `)
  }

  /** The vault has no key of this person any more. @returns what puts it back (`forecourt restore --vault`) */
  async loseKeyOf({ row: { subjectId } }: Person): Promise<{ readonly putBack: () => Promise<void> }> {
    const row = await this.database.oneFirst(sql.type(z.object({ row: z.string() }))`
      delete from vault.people person where subject_id = ${subjectId} returning row_to_json(person)::text as row
    `)
    this.vault.drop(subjectId)
    return {
      putBack: async () => {
        await this.database.query(sql.unsafe`
          insert into vault.people select * from json_populate_record(null::vault.people, ${row}::json)
        `)
        await this.askAnew()
      },
    }
  }

  /** The vault knows nothing of this file any more. @returns what makes it know again */
  async loseRowOf(path: string): Promise<{ readonly putBack: () => Promise<void> }> {
    const row = await this.database.oneFirst(sql.type(z.object({ row: z.string() }))`
      delete from vault.files file where object_path = ${path} returning row_to_json(file)::text as row
    `)
    return {
      putBack: async () => {
        await this.database.query(sql.unsafe`
          insert into vault.files select * from json_populate_record(null::vault.files, ${row}::json)
        `)
      },
    }
  }

  /** The one booking that there is of a customer's. */
  #bookingOf({ row }: Person): OfBooking {
    return {
      bookingId: BookingId.parse(`${this.vehicleId}.01ARZ3NDEKTSV4RRFFQ69G5FAV`),
      businessId: this.businessId,
      customerId: CustomerId.parse(row.subjectId),
      vehicleId: this.vehicleId,
    }
  }

  #encoded(stream: string, event: AnyEvent, person?: Person, at = new Date()) {
    return encodeAll(stream, [event], person?.key, {
      tenantId: this.businessId,
      actorKind: 'customer',
      actorId: 'story',
      commandId: randomUUID(),
      commandDigest: '',
      $correlationId: randomUUID(),
      $causationId: randomUUID(),
      occurredAt: at.toISOString(),
      appVersion: '0',
      ...(person ? { dataSubject: person.row.subjectId } : {}),
    })
  }
}
