import { readFileSync } from 'node:fs'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { expect, it, onTestFailed } from 'vitest'
import { startPlatform } from '../system/support/platform.ts'
import { chanceOf, printedSeed } from '../system/support/random.ts'
import { onboard } from '../system/support/tenant.ts'
import { corpus, PAYLOADS } from './support/corpus.ts'
import { Sender } from './support/sending.ts'
import { faultsOf } from './support/verdict.ts'

const SENDERS = 4
/** Two files are checked at once, each of at most 40 million pixels. */
const MOST_MEGABYTES = 900

it('of 500 files the valid pass, what is hostile is refused or comes out harmless, and nothing dies of it', {
  timeout: 900_000,
}, async () => {
  const files = await corpus(chanceOf(printedSeed('uploads')))
  expect(files).toHaveLength(500)
  await using database = await createTestDatabase()
  await using platform = await startPlatform(database, ['command', 'query', 'projector'])
  onTestFailed(() => console.error(platform.lastWords()))
  const sender = await Sender.of(platform, await onboard(platform, 12))
  const pids = platform.services.map(({ pid }) => pid)

  const began = performance.now()
  const faults: string[] = []
  const counts = { passed: 0, neutralised: 0 }
  const refused = new Map<number, number>()
  const slowest = { name: '', milliseconds: 0 }
  const waiting = files.values()
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (const file of waiting) {
        const started = performance.now()
        const fate = await sender.send(file)
        const milliseconds = performance.now() - started
        if (milliseconds > slowest.milliseconds) Object.assign(slowest, { name: file.name, milliseconds })
        faults.push(...(await faultsOf(file, fate)))
        if ('refusedBy' in fate) refused.set(fate.status, (refused.get(fate.status) ?? 0) + 1)
        else if (PAYLOADS.some((payload) => file.bytes.includes(payload))) counts.neutralised += 1
        else counts.passed += 1
      }
    }),
  )

  expect(faults).toEqual([])
  expect(platform.services.map(({ pid, falls }) => [pid, falls])).toEqual(pids.map((pid) => [pid, 0]))
  const most = platform.all('command').map(({ pid }) => mostMemory(pid))
  for (const megabytes of most) expect(megabytes ?? 0).toBeLessThan(MOST_MEGABYTES)
  const statuses = [...refused]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`)
  console.log(
    `uploads: ${counts.passed} valid passed, ${counts.neutralised} neutralised, refused ${statuses.join(', ')}; ` +
      `${Math.round((performance.now() - began) / 1000)} s, at most ${most.join()} MB, ` +
      `slowest ${Math.round(slowest.milliseconds)} ms (${slowest.name})`,
  )
})

/** The most memory that the process ever had, in megabytes; undefined where the system does not say. */
function mostMemory(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}
