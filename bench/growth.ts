import { setTimeout as delay } from 'node:timers/promises'
import { identify, type ProcessIdentity } from '@forecourt/infra/embedded/processes.ts'
import { bytesABooking } from './growth/bytes.ts'
import { askAndApprove, readAll, type Timings } from './growth/calls.ts'
import { growthGoal, memoryOf, percentilesOf, rounded } from './growth/report.ts'
import {
  type Desk,
  lookedThrough,
  quiet,
  REST_SECONDS,
  type Site,
  steadyBookingsFor,
  tidyUp,
  writeSite,
} from './growth/site.ts'
import { startDatabases } from './measure/database.ts'
import { endWhenTold } from './measure/end-when-told.ts'
import { residentMemory } from './measure/memory.ts'
import { keptAs, readOptions } from './options.ts'
import { orderOf } from './ratios/rounds.ts'
import { keepResults } from './results.ts'
import { freezeEach, signalEach } from './sides/freezing.ts'
import { rotated } from './statistics.ts'

/**
 * `npm run bench -- growth`: the 95th percentile of each call, and the memory of each process, with 10,000, 100,000 and a
 * million bookings of 2,000 businesses behind them (`--bookings 10000,100000`: with so many). The product runs once for each
 * size, side by side on one PostgreSQL, and rounds alternate between them, so that whatever else the machine does is in all
 * of them alike. Each size is asked for businesses whose own history is the same everywhere, which tells what the
 * platform's growth costs, and for others that have grown with it. Whoever does not have their turn is stopped: what a large
 * platform does by itself would be in the times of a small one. Percentiles are those of all rounds together.
 */
const options = readOptions()
const { quick, bookings: given, rounds: asked } = options
const GOAL = 1.3
/** Longer than a process rests before it gives memory back: a quick look does not see it. */
const REST_MS = quick ? 3_000 : (REST_SECONDS + 30) * 1_000
/** A process that was stopped for minutes catches up with its clock for so long, in milliseconds. */
const SETTLING_MS = 2_000
const sizes = given ?? (quick ? [4_000, 12_000] : [10_000, 100_000, 1_000_000])
const businesses = quick ? 200 : 2_000
const rounds = asked ?? (quick ? 2 : 12)
const steadyBookings = steadyBookingsFor(Math.min(...sizes))

await using databases = await startDatabases()
await using opened = new AsyncDisposableStack()
endWhenTold(() => opened.disposeAsync())
const openers = []
for (const size of sizes) {
  const history = { bookings: size, businesses, steadyBookings }
  const opener = await writeSite(await databases.create(`growth_${size}`), history)
  const { events, seconds } = opener.written
  console.log(`${size} bookings: ${events} events were written in ${seconds.toFixed(0)} s`)
  openers.push(opener)
}
const sites: Site[] = []
for (const opener of openers) {
  const began = performance.now()
  const site = await opener.open()
  opened.use(site.platform)
  sites.push(site)
  console.log(
    `${site.bookings} bookings: the product has caught up after ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  )
}

if (!quick) {
  const began = performance.now()
  await Promise.all(sites.map(lookedThrough))
  console.log(`All have looked through their logs after ${((performance.now() - began) / 60_000).toFixed(1)} min`)
  for (const site of sites) await tidyUp(site)
}

const bytes = []
for (const { bookings, platform } of sites) bytes.push({ bookings, ...(await bytesABooking(platform.pool, bookings)) })
console.log('Bytes on the disk for each booking, tables with their indexes; mails of history were not sent')
console.table(bytes)

opened.defer(() => {
  for (const site of sites) signalEach(processesOf(site), 'SIGCONT')
})
for (const site of sites) await freezeEach(processesOf(site), site.platform.pool)

const KINDS = ['steady', 'growing'] as const
type Kind = (typeof KINDS)[number]
const measured = new Map(sites.map((site) => [site, { steady: newTimings(), growing: newTimings() }]))
for (let round = -1; round < rounds; round += 1) {
  for (const site of inOrder(round + 1)) {
    signalEach(processesOf(site), 'SIGCONT')
    // What they do by the clock comes first.
    await delay(SETTLING_MS)
    await quiet(site.platform)
    for (const kind of KINDS) {
      // The first one warms up.
      const timings = (round < 0 ? undefined : measured.get(site)?.[kind]) ?? newTimings()
      await runRound(site, site[kind], round + 1, timings)
    }
    await quiet(site.platform)
    await freezeEach(processesOf(site), site.platform.pool)
  }
}
for (const site of sites) signalEach(processesOf(site), 'SIGCONT')

const first = sites[0]
const tables = { steady: tableOf('steady'), growing: tableOf('growing') }
const values = [...(first === undefined ? [] : (measured.get(first)?.steady.values() ?? []))].at(0)?.length ?? 0
console.log(
  `95th percentile in ms of ${values} calls each, in ${rounds} alternating rounds; goal: at most ${GOAL} times the first`,
)
console.log(`Businesses whose own history is the same at every size (${steadyBookings} bookings):`)
console.table(rounded(tables.steady))
console.log('Businesses whose own history has grown with the platform:')
console.table(rounded(tables.growing))
// As `memory` does: what somebody who has just worked has not tidied up yet is not what it holds.
await delay(REST_MS)
const memory = memoryTable()
console.log(
  `Resident memory of each process in MB, after ${REST_MS / 1_000} idle seconds and at its most; goal: at rest at most ${GOAL} times the first`,
)
console.table(rounded(memory))
const goals = [
  ...KINDS.flatMap((kind) =>
    tables[kind].map(({ call, 'last ÷ first': ratio }) => growthGoal(`${call}, ${kind} businesses`, ratio, GOAL)),
  ),
  ...memory.map(({ process, 'last ÷ first': ratio }) => growthGoal(`memory of ${process}`, ratio, GOAL)),
]
keepResults(keptAs('growth', options), {
  quick,
  goals,
  rounds,
  calls: values,
  businesses,
  bytes,
  percentiles: tables,
  memory,
})

function processesOf({ platform }: Site): ProcessIdentity[] {
  return platform.services.flatMap(({ pid }) => (pid === undefined ? [] : (identify(pid) ?? [])))
}

/** Three sizes come behind each of the others equally often. */
function inOrder(round: number): readonly Site[] {
  return sites.length === 3 ? orderOf(sites, round) : rotated(sites, round)
}

function newTimings(): Timings {
  return new Map()
}

async function runRound(site: Site, desks: readonly Desk[], round: number, timings: Timings): Promise<void> {
  await askAndApprove(site.platform, desks, round, timings)
  // Mails and contracts follow: reads are not to be timed in their shadow.
  await quiet(site.platform)
  await readAll(site.platform, desks, round, timings)
}

function tableOf(kind: Kind) {
  return percentilesOf(
    sites.map((site) => ({ bookings: site.bookings, timings: measured.get(site)?.[kind] ?? newTimings() })),
  )
}

function memoryTable() {
  return (first?.platform.services ?? []).map(({ name }, index) =>
    memoryOf(
      name,
      sites.map(({ bookings, platform }) => ({
        bookings,
        resident: residentMemory(platform.services[index]?.pid ?? 0),
      })),
    ),
  )
}
