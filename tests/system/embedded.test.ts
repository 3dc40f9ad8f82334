import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isRunning } from '@forecourt/infra/embedded/processes.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Client } from './support/client.ts'
import { book, type MadeBooking } from './support/portal.ts'
import { Run } from './support/run.ts'
import { browser, expectShown, isShown, needsProc, newFolder, ofTheTest, STAFF, startRun } from './support/whole-run.ts'

/** Ctrl-C ends everything within 10 s; beside other tests on two cores it may take longer. */
const SECONDS = 30_000

it(
  'two runs with their own PORT and FORECOURT_DATA work side by side, and neither sees the other’s data',
  ofTheTest,
  async (context) => {
    needsProc(context)
    const [one, two] = await Promise.all([startRun(), startRun()])
    const booking = await book(browser(one.run), STAFF.slug)
    await expect.poll(() => isShown(one.run, booking)).toBe(true)
    expect(await isShown(two.run, booking)).toBe(false)

    // A third one on a port that is taken says so in one line.
    const port = Number(new URL(one.run.url).port)
    const third = new Run(port, await newFolder())
    expect(await third.ended).toEqual({ code: 1, signal: null })
    expect(third.errors).toMatch(new RegExp(`^✗ Port ${port} is taken: [^\n]+\n$`))

    await expectCtrlCEndsEverything(two.run)
    await expect.poll(() => isShown(one.run, booking)).toBe(true)
    await expectCtrlCEndsEverything(one.run)
  },
)

it(
  'a run that was killed with all its processes, or that left them behind, starts again with all its data',
  ofTheTest,
  async (context) => {
    needsProc(context)
    const { run, again } = await startRun()
    const bookings = [await book(browser(run), STAFF.slug)]
    await expectAllThere(run, bookings)

    const everything = run.processes()
    expect(everything.length).toBeGreaterThan(5)
    await run.kill(everything)
    const second = await again()
    await expectAllThere(second, bookings)
    bookings.push(await book(browser(second), STAFF.slug))

    // Only the runner: services and database go on without it until the next run ends them.
    const left = second.processes()
    await second.kill(second.runner())
    const third = await again()
    expect(left.filter(isRunning)).toEqual([])
    await expectAllThere(third, bookings)
    await expectCtrlCEndsEverything(third)
  },
)

it(
  'a run whose screens lack what is in the log waits for them before it says that it is ready',
  ofTheTest,
  async (context) => {
    needsProc(context)
    const { run, folder, again } = await startRun({ wait: false })
    await run.ready()
    await inDatabase(folder, 'create table public.hold ()')
    await inDatabase(
      folder,
      `create function public.held() returns trigger language plpgsql as $$
     begin
       while to_regclass('public.hold') is not null loop perform pg_sleep(0.05); end loop;
       return new;
     end $$`,
    )
    await inDatabase(
      folder,
      'create trigger held before update on read.checkpoint for each row execute function public.held()',
    )
    const booking = await book(browser(run), STAFF.slug)
    await run.kill(run.processes())

    const second = await again()
    await expect.poll(() => second.output, { timeout: 150_000 }).toContain('… screens')
    expect(second.output).not.toContain('Forecourt is ready')
    await inDatabase(folder, 'drop table public.hold')
    await second.ready()
    expect(await isShown(second, booking)).toBe(true)
  },
)

it('Ctrl-C ends a run that is still starting', ofTheTest, async (context) => {
  needsProc(context)
  const { run } = await startRun({ wait: false })
  await expect.poll(() => run.processes().length, { timeout: 60_000 }).toBeGreaterThan(3)
  await expectCtrlCEndsEverything(run)
})

/** In the database of the run that works on the folder. */
async function inDatabase(folder: string, statement: string): Promise<void> {
  const { DATABASE_URL } = parseEnv(await readFile(join(folder, 'environment'), 'utf8'))
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function expectCtrlCEndsEverything(run: Run): Promise<void> {
  const began = performance.now()
  run.interrupt()
  expect(await run.ended).toEqual({ code: 0, signal: null })
  expect(performance.now() - began).toBeLessThan(SECONDS)
  expect(run.processes()).toEqual([])
}

/** Everything that a booking leaves behind: its row, its licence, its mails. */
async function expectAllThere(run: Run, bookings: readonly MadeBooking[]): Promise<void> {
  await expectShown(run, bookings)
  for (const { email } of bookings) {
    await expect.poll(() => mailsTo(browser(run), email), { timeout: 90_000, interval: 500 }).toBe(1)
  }
}

async function mailsTo(staff: Client, email: string): Promise<number> {
  const { body } = await staff.send({ method: 'GET', path: `/dev/mail/messages.json?to=${encodeURIComponent(email)}` })
  return z.object({ messages: z.array(z.unknown()) }).parse(body).messages.length
}
