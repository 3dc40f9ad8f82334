import { parseArgs } from 'node:util'
import { askAndApprove, readAll, type Timings } from './growth/calls.ts'
import { type Desk, quiet, type Site, writeSite } from './growth/site.ts'
import { startDatabases } from './measure/database.ts'
import { residentMemory } from './measure/memory.ts'
import { keepResults } from './results.ts'
import { median, quantile } from './statistics.ts'

/**
 * `npm run bench -- growth [--bookings 10000,100000,1000000]`: the 95th percentile of each call, and the memory of each
 * process, with so many bookings of 2,000 businesses behind them. The product runs once for each size, side by side on one
 * PostgreSQL, and rounds alternate between them, so that whatever else the machine does is in all of them alike. Each size is
 * asked for businesses whose own history is the same everywhere, which tells what the platform's growth costs, and for
 * others that have grown with it.
 */
const { values } = parseArgs({
  options: { bookings: { type: 'string', default: '10000,100000' }, rounds: { type: 'string', default: '8' } },
})
const GOAL = 1.3
const sizes = values.bookings.split(',').map(Number)
const rounds = Number(values.rounds)

await using databases = await startDatabases()
await using opened = new AsyncDisposableStack()
const openers = []
for (const bookings of sizes) {
  const opener = await writeSite(await databases.create(`growth_${bookings}`), bookings)
  const { events, seconds } = opener.written
  console.log(`${bookings} bookings: ${events} events were written in ${seconds.toFixed(0)} s`)
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

const KINDS = ['steady', 'growing'] as const
type Kind = (typeof KINDS)[number]
const measured = new Map(sites.map((site) => [site, { steady: newRounds(), growing: newRounds() }]))
for (let round = -1; round < rounds; round += 1) {
  for (const site of sites) {
    for (const kind of KINDS) {
      const timings: Timings = new Map()
      await runRound(site, site[kind], round + 1, timings)
      // The first one warms up.
      if (round >= 0) measured.get(site)?.[kind].push(timings)
    }
  }
}

const first = sites[0]
const tables = Object.fromEntries(KINDS.map((kind) => [kind, tableOf(kind)]))
console.log(`95th percentile in ms, median of ${rounds} alternating rounds; goal: at most ${GOAL} times the first`)
console.log('Businesses whose own history is the same at every size (100 bookings):')
console.table(tables.steady)
console.log('Businesses whose own history has grown with the platform:')
console.table(tables.growing)
const memory = memoryTable()
console.log('Resident memory of each process in MB, now and at its most')
console.table(memory)
keepResults('growth', { rounds, goal: GOAL, figures: tables, memory })

function newRounds(): Timings[] {
  return []
}

async function runRound(site: Site, desks: readonly Desk[], round: number, timings: Timings): Promise<void> {
  await askAndApprove(site.platform, desks, round, timings)
  // Mails and contracts follow: reads are not to be timed in their shadow.
  await quiet(site.platform)
  await readAll(site.platform, desks, round, timings)
}

function tableOf(kind: Kind) {
  if (first === undefined) return []
  const calls = [...(measured.get(first)?.[kind][0]?.keys() ?? [])]
  return calls.map((call) => {
    const p95 = (site: Site) =>
      median((measured.get(site)?.[kind] ?? []).map((timings) => quantile(timings.get(call) ?? [], 0.95)))
    const last = sites.at(-1) ?? first
    return {
      call,
      ...Object.fromEntries(sites.map((site) => [String(site.bookings), Number(p95(site).toFixed(1))])),
      'last ÷ first': Number((p95(last) / p95(first)).toFixed(2)),
    }
  })
}

function memoryTable() {
  return (first?.platform.services ?? []).map(({ name }, index) => ({
    process: name,
    ...Object.fromEntries(
      sites.map(({ bookings, platform }) => {
        const resident = residentMemory(platform.services[index]?.pid ?? 0)
        return [String(bookings), resident === undefined ? 'gone' : `${resident.now} (${resident.peak})`]
      }),
    ),
  }))
}
