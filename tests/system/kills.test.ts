import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { expect, it, onTestFailed } from 'vitest'
import { expectAnswersAgain, expectInvariants } from './support/aftermath.ts'
import { makeFaults, planFaults } from './support/faults.ts'
import { startPlatform } from './support/platform.ts'
import { chanceOf, printedSeed } from './support/random.ts'
import { inWords, rush } from './support/rush.ts'
import { onboard } from './support/tenant.ts'

const COMMANDS = 2_000
const PEOPLE = 12

it(`nothing acknowledged is lost or doubled while processes are killed and frozen during ${COMMANDS} commands`, {
  timeout: 900_000,
}, async () => {
  const chance = chanceOf(printedSeed('kills'))
  await using database = await createTestDatabase()
  await using platform = await startPlatform(database, ['command', 'command', 'query', 'projector', 'workers'])
  onTestFailed(() => console.error(platform.lastWords()))
  const tenant = await onboard(platform, 12)

  const plan = planFaults(chance, COMMANDS, [
    { victim: 'command', kills: 14, freezes: 3 },
    { victim: 'projector', kills: 9, freezes: 1 },
    { victim: 'workers', kills: 9, freezes: 1 },
    { victim: 'query', kills: 1, freezes: 0 },
  ])
  const faults = makeFaults(platform, chance, plan)
  const done = await rush(platform, tenant, chance, {
    commands: COMMANDS,
    people: PEOPLE,
    before: (command) => faults.before(command),
  })
  await faults.over()
  await expectAnswersAgain(platform)
  const falls = platform.services.map((service) => service.falls)

  expect(done.answered).toBe(COMMANDS)
  const { unknown } = await expectInvariants(platform, tenant, done)
  // A mail goes out unknown to the log only for a kill between the mail server's answer and the append, five at a time.
  const workerKills = plan.filter(({ victim, kind }) => victim === 'workers' && kind === 'kill').length
  expect(unknown).toBeLessThanOrEqual(5 * workerKills)
  expect(falls).toEqual(platform.services.map(() => 0))
  console.log(`kills: ${plan.length} faults, ${inWords(done)}, ${unknown} mails sent that the log does not know of`)
})
