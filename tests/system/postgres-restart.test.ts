import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { VehicleId } from '@forecourt/domain/ids.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { ensureDatabase, type PostgresServer, startPostgres } from '@forecourt/infra/embedded/postgres.ts'
import { migrate } from '@forecourt/infra/migrate.ts'
import { expect, it, onTestFailed, onTestFinished } from 'vitest'
import { expectAnswersAgain, expectInvariants } from './support/aftermath.ts'
import { startPlatform } from './support/platform.ts'
import { chanceOf, printedSeed } from './support/random.ts'
import { inWords, rush } from './support/rush.ts'
import { onboard, requestFor } from './support/tenant.ts'

const COMMANDS = 1_000
const PEOPLE = 12
const PASSWORD = 'test'
/** The platform answers again within 10 seconds of a fault's end, nobody helping. In milliseconds. */
const TO_RECOVER = 10_000
const BETWEEN_LOOKS = 50

it('nothing acknowledged is lost or doubled while PostgreSQL is ended at once and started again under load', {
  timeout: 900_000,
}, async () => {
  const chance = chanceOf(printedSeed('postgres-restart'))
  const postgres = await startServer()
  await using platform = await startPlatform(postgres, ['command', 'command', 'query', 'projector', 'workers'])
  onTestFailed(() => console.error(platform.lastWords()))
  const tenant = await onboard(platform, 8)

  // Immediate shutdown: no checkpoint, every session cut. Killed: not even that.
  const ends = (['SIGQUIT', 'SIGKILL', 'SIGQUIT'] as const).map((signal, index) => ({
    signal,
    at: index * 300 + 1 + chance.below(300),
  }))
  let gate = Promise.resolve()
  const before = async (command: number) => {
    const end = ends.find(({ at }) => at === command)
    if (end === undefined) return
    gate = gate.then(() => postgres.endAndStartAgain(end.signal)).then(() => expectAnswersAgain(platform))
    await gate
  }
  const done = await rush(platform, tenant, chance, { commands: COMMANDS, people: PEOPLE, before })
  await gate

  expect(done.answered).toBe(COMMANDS)
  expect(platform.services.map(({ falls }) => falls)).toEqual(platform.services.map(() => 0))
  await expectInvariants(platform, tenant, done)
  console.log(`postgres-restart: ${ends.length} restarts, ${inWords(done)}`)
})

it('a mail that is due after PostgreSQL has come back is sent within 10 seconds', { timeout: 240_000 }, async () => {
  const postgres = await startServer()
  await using platform = await startPlatform(postgres, ['command', 'workers'])
  onTestFailed(() => console.error(platform.lastWords()))
  const { vehicles } = await onboard(platform, 20)
  const renter = platform.client()
  const request = async (vehicle: VehicleId): Promise<string> => {
    const body = requestFor(platform, vehicle, { from: 1, count: 1 })
    expect(await renter.insist({ method: 'POST', path: '/api/bookings', body })).toMatchObject({ status: 201 })
    return body.reference
  }
  const mailsAbout = async (reference: string) =>
    (await platform.mails()).filter(({ subject }) => subject.includes(reference)).length

  // The workers are in the middle of it when the server goes.
  const [early] = await Promise.all(vehicles.map(request))
  await expect.poll(() => mailsAbout(early ?? ''), { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
  await postgres.endAndStartAgain('SIGQUIT', 1_000)
  const back = performance.now()
  const [late] = await Promise.all(vehicles.map(request))
  const asking = performance.now() - back
  // A busy machine is slow with the mails as it is with the requests; that is not the fault's doing.
  // Nor is a machine that stands still for seconds: no look costs much more than another.
  for (let left = TO_RECOVER + 4 * asking; left > 0; ) {
    const began = performance.now()
    if ((await mailsAbout(late ?? '')) >= 2) break
    await delay(BETWEEN_LOOKS)
    left -= Math.min(performance.now() - began, 10 * BETWEEN_LOOKS)
  }
  expect(await mailsAbout(late ?? '')).toBe(2)
  const [requests, mails] = [asking, performance.now() - back].map(Math.round)
  console.log(`postgres-restart: ${vehicles.length} requests took ${requests} ms, the mail was there after ${mails} ms`)
})

/** A PostgreSQL of this test's own, migrated, whose commits wait for the disk. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-restart-'))
  const dataFolder = join(folder, 'postgres')
  const port = await freePort()
  const start = () => startPostgres({ dataFolder, password: PASSWORD, port })
  let server: PostgresServer = await start()
  onTestFinished(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await ensureDatabase(server.urlOf('postgres'), 'forecourt')
  const url = server.urlOf('forecourt')
  await migrate(url, { queryRolePassword: PASSWORD })
  return {
    url,
    queryUrl: url.replace(/\/\/[^@]+@/, `//forecourt_query:${PASSWORD}@`),
    /** @param awayFor how long nobody answers, in milliseconds */
    async endAndStartAgain(signal: 'SIGQUIT' | 'SIGKILL', awayFor = 0) {
      const [pid] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), signal)
      await server.ended
      await delay(awayFor)
      server = await start()
    },
  }
}
