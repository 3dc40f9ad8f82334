import { randomUUID } from 'node:crypto'
import type { Call } from '@forecourt/contracts/calls/call.ts'
import { BOOKING_TOKEN_HEADER } from '@forecourt/contracts/renter-booking.ts'
import { faultsOf } from '@forecourt/contracts/testing/conformance.ts'
import { addDays, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import type { Position } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { vi } from 'vitest'
import type { Platform } from '../../system/support/platform.ts'
import { daysFromToday } from '../../system/support/tenant.ts'
import { type Actor, everybody } from './actors.ts'
import { type Asked, ask, type Heard } from './ask.ts'
import { SHOWN } from './contracts.ts'
import { type Estate, found } from './estate.ts'
import { createLedger, type Ledger } from './ledger.ts'

/** Who answers: the product, or a careless one that a test has made of it. */
export type Answerer = (actor: Actor, asked: Asked) => Promise<Heard>

/** Three businesses, everybody who may call, and what was seen of them. */
export interface Town {
  readonly platform: Platform
  readonly ours: Estate
  readonly theirs: Estate
  /** A business that was deactivated. */
  readonly closed: Estate
  readonly actors: readonly Actor[]
  readonly ledger: Ledger
  /** What was wrong with any answer, by its contract or by what it says of others. */
  readonly faults: string[]
  /** Asks as somebody, compares the answer with the contract and looks for other businesses' secrets in it. */
  hear(call: Call, actor: Actor, asked: Asked, answerer?: Answerer): Promise<Heard>
}

export async function buildTown(platform: Platform): Promise<Town> {
  const [ours, theirs, closed] = [await found(platform), await found(platform), await found(platform)]
  const actors = await everybody(platform, ours, theirs, closed)
  await everybodyKnows(platform, actors)
  const estates = [ours, theirs, closed]
  const [ledger, faults] = [createLedger(), [] as string[]]
  const product: Answerer = ({ cookie }, asked) => ask(platform, asked, cookie)
  return {
    platform,
    ours,
    theirs,
    closed,
    actors,
    ledger,
    faults,
    async hear(call, actor, asked, answerer = product) {
      const heard = await answerer(actor, asked)
      const broken = faultsOf({ ...heard, method: asked.method, path: asked.path, service: call.service })
      if (broken.length === 0) ledger.count(call, 'contract')
      // Whoever brings the link of a booking is its renter.
      const token = asked.headers?.[BOOKING_TOKEN_HEADER]
      const told = leaksIn(
        heard,
        call,
        actor,
        estates.filter((one) => call.access !== 'link' || one.thingsFor(call.id)['booking-link'] !== token),
      )
      const about = `${asked.method} ${asked.path.slice(0, 160)} as ${actor.name}`
      faults.push(...broken.map((fault) => `${about}: ${fault}`))
      faults.push(...told.map((secret) => `${about}: ${heard.status} tells ${secret}`))
      return heard
    },
  }
}

/** Texts of businesses that the answer, in body or headers, should not have told. */
export function leaksIn(heard: Heard, call: Call, actor: Actor, estates: readonly Estate[]): string[] {
  const said = `${[...heard.headers].flat().join('\n')}\n${heard.text ?? ''}`
  return estates
    .filter((estate) => !(actor.isStaff && actor.home === estate))
    .flatMap(({ secrets: { personal, credentials, ids, published } }) => [
      ...personal,
      ...credentials,
      ...ids,
      ...(call.access === 'anyone' ? [] : published),
    ])
    .filter((secret) => said.includes(secret))
}

/** Fields of bodies that hold for whoever calls, new ones each time. */
export function fieldsOf(
  { platform }: Pick<Town, 'platform'>,
  { tenant, picture, paper, contact }: Estate,
): Record<string, unknown> {
  const pickupDate = addDays(todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now())), 100)
  return {
    email: tenant.credentials.email,
    password: tenant.credentials.password,
    customerEmail: `somebody-${randomUUID()}@renters.example`,
    pickupDate,
    dropoffDate: addDays(pickupDate, 2),
    licenseImageUrl: mintLicencePath(keyFromBase64(platform.lookupKey), randomUUID()),
    imageUrl: picture,
    // Saved once more as they are: what can be told by them is to stay.
    ...contact,
    // Beside the maintenance that is there already.
    ...fieldsFor('scheduleMaintenance', daysFromToday(300, 2)),
    ...fieldsFor('changeMaintenance', daysFromToday(260, 2)),
    // As onboarding leaves them.
    version: 1,
    sha256: SHOWN,
    contractPath: paper,
    reference: `BR-${randomUUID().slice(0, 8).toUpperCase()}`,
  }
}

/** Fields that mean something else in other calls. */
const fieldsFor = (callId: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${callId}.${name}`, value]))

/** Who is shut out is shut out in every process, and every row of the log has been projected. */
async function everybodyKnows(platform: Platform, actors: readonly Actor[]): Promise<void> {
  await rowsCaughtUp(platform)
  const path = `/api/admin/bookings/${randomUUID()}/hide-from-recent`
  for (const { name, cookie, isStaff } of actors) {
    await vi.waitFor(
      async () => {
        const { status } = await ask(platform, { method: 'PATCH', path }, cookie)
        if (status !== (isStaff ? 404 : 401)) throw new Error(`${name} is answered ${status}`)
      },
      { timeout: 60_000 },
    )
  }
}

/**
 * Resolves when every row of the log has been projected: from then on an answer stays the same for whoever has seen as much,
 * and for visitors once the notice of it has come.
 * @returns the log's head
 */
export async function rowsCaughtUp({ eventLog, pool }: Platform): Promise<Position> {
  const head = await eventLog.head()
  await vi.waitFor(
    async () => {
      const { position = -1n } = (await readCheckpoint(pool, LIVE)) ?? {}
      if (position < head) throw new Error(`the rows are at ${position}, the log at ${head}`)
    },
    { timeout: 60_000 },
  )
  return head
}
