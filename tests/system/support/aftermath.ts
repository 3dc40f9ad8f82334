import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { compareReadModels } from '@forecourt/query/projection/compare.ts'
import { parkedStreams } from '@forecourt/query/projection/parked.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import { expect } from 'vitest'
import {
  faultsOfAcknowledgements,
  faultsOfMails,
  faultsOfPositions,
  faultsOfSchedules,
  unknownMails,
  unsettledMails,
} from './invariants.ts'
import type { Platform } from './platform.ts'
import type { Rush } from './rush.ts'
import type { Tenant } from './tenant.ts'

/** A job whose worker was killed is taken up again after up to a minute; then its mail is sent. A slow machine gets its time. */
const SETTLED_WITHIN_MS = 240_000
/** The system answers again within 10 s of the fault's end, without anybody's help: on a machine that has nothing else to do. */
const BACK_WITHIN_MS = 40_000

/** Every process says that it can do its work. */
export async function expectAnswersAgain({ services }: Platform): Promise<void> {
  await expect
    .poll(async () => await Promise.all(services.map((service) => service.isReady())), { timeout: BACK_WITHIN_MS })
    .toEqual(services.map(() => true))
}

/**
 * Waits until all that was to follow has followed, ends the processes that write, and checks every invariant.
 * @returns how many mails were sent that the log does not know of
 */
export async function expectInvariants(platform: Platform, tenant: Tenant, rush: Rush): Promise<{ unknown: number }> {
  const mailFaults = async () =>
    faultsOfMails(await platform.recorded(), await platform.mails(), rush.renters, tenant.contactEmail)
  await expect
    .poll(async () => unsettledMails(await platform.recorded()), { timeout: SETTLED_WITHIN_MS, interval: 500 })
    .toBe(0)
  for (const name of ['command', 'workers'] as const)
    expect(await Promise.all(platform.all(name).map((service) => service.stop()))).not.toContain(false)

  const recorded = await platform.recorded()
  expect(rush.surprises).toEqual([])
  expect(faultsOfAcknowledgements(rush.acknowledged, recorded)).toEqual([])
  expect(faultsOfPositions(recorded)).toEqual([])
  expect(faultsOfSchedules(recorded)).toEqual([])
  expect(await mailFaults()).toEqual([])
  await expectRowsEqualRebuild(platform)
  return { unknown: unknownMails(recorded, await platform.mails()) }
}

/** The rows that the projector has kept through all faults are those that a rebuild makes from the log. */
async function expectRowsEqualRebuild({ pool, eventLog, vault, log }: Platform): Promise<void> {
  const head = await eventLog.head()
  await expect
    .poll(async () => (await readCheckpoint(pool, LIVE))?.position, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(head)
  expect(await parkedStreams(pool, LIVE)).toEqual([])
  await rebuild({ pool, eventLog, log, tell: createTeller(vault), schema: 'rebuilt' })
  expect(await compareReadModels(pool, LIVE, 'rebuilt')).toEqual([])
  const { rows } = await pool.query(`select * from ${LIVE}.double_bookings`)
  expect(rows).toEqual([])
}
