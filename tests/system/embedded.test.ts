import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { isRunning } from '@forecourt/infra/embedded/processes.ts'
import { expect, it, onTestFailed, onTestFinished } from 'vitest'
import { z } from 'zod'
import { Client } from './support/client.ts'
import { book, type MadeBooking } from './support/portal.ts'
import { Run } from './support/run.ts'

const STAFF = { email: 'staff@harbour-hire.example', password: 'harbour-demo-2026', slug: 'harbour-hire' }
/** Ctrl-C ends everything within 10 s; beside other tests on two cores it may take longer. */
const SECONDS = 30_000
const ofTheTest = { timeout: 900_000 }

it(
  'two runs with their own PORT and FORECOURT_DATA work side by side, and neither sees the other’s data',
  ofTheTest,
  async (context) => {
    needsProc(context)
    const [one, two] = await Promise.all([startRun(), startRun()])
    const booking = await book(browser(one.run), STAFF.slug)
    await expect.poll(() => isThere(one.run, booking)).toBe(true)
    expect(await isThere(two.run, booking)).toBe(false)

    // A third one on a port that is taken says so in one line.
    const port = Number(new URL(one.run.url).port)
    const third = new Run(port, await newFolder())
    expect(await third.ended).toEqual({ code: 1, signal: null })
    expect(third.errors).toMatch(new RegExp(`^✗ Port ${port} is taken: [^\n]+\n$`))

    await expectCtrlCEndsEverything(two.run)
    await expect.poll(() => isThere(one.run, booking)).toBe(true)
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

it('Ctrl-C ends a run that is still starting', ofTheTest, async (context) => {
  needsProc(context)
  const { run } = await startRun({ wait: false })
  await expect.poll(() => run.processes().length, { timeout: 60_000 }).toBeGreaterThan(3)
  await expectCtrlCEndsEverything(run)
})

/** Processes are looked up where Linux shows them. */
function needsProc({ skip }: { readonly skip: (condition: boolean, reason: string) => void }): void {
  skip(process.platform !== 'linux', 'it looks for processes in /proc, which only Linux has')
}

async function startRun({ wait = true } = {}): Promise<{ readonly run: Run; again: () => Promise<Run> }> {
  const [port, folder] = [await freePort(), await newFolder()]
  const start = async () => {
    const run = new Run(port, folder)
    onTestFailed(() => console.error(`${run.output}\n${run.errors}`))
    onTestFinished(() => run.kill(run.processes()))
    return wait ? await run.ready() : run
  }
  return { run: await start(), again: start }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

async function expectCtrlCEndsEverything(run: Run): Promise<void> {
  const began = performance.now()
  run.interrupt()
  expect(await run.ended).toEqual({ code: 0, signal: null })
  expect(performance.now() - began).toBeLessThan(SECONDS)
  expect(run.processes()).toEqual([])
}

const browser = (run: Run) => new Client(() => [run.url])

/** Everything that a booking leaves behind: its row, its licence, its mails. */
async function expectAllThere(run: Run, bookings: readonly MadeBooking[]): Promise<void> {
  const staff = browser(run)
  await staff.signIn(STAFF)
  for (const { id, email, licence } of bookings) {
    await expect.poll(() => bookingIds(staff), { timeout: 60_000 }).toContain(id)
    expect(await staff.send({ method: 'GET', path: licence })).toMatchObject({ status: 200 })
    await expect.poll(() => mailsTo(staff, email), { timeout: 90_000, interval: 500 }).toBe(1)
  }
}

async function isThere(run: Run, { id }: MadeBooking): Promise<boolean> {
  const staff = browser(run)
  await staff.signIn(STAFF)
  return (await bookingIds(staff)).includes(id)
}

async function bookingIds(staff: Client): Promise<string[]> {
  const { body } = await staff.send({ method: 'GET', path: '/api/admin/bookings' })
  return z
    .array(z.object({ id: z.string() }))
    .parse(body)
    .map(({ id }) => id)
}

async function mailsTo(staff: Client, email: string): Promise<number> {
  const { body } = await staff.send({ method: 'GET', path: `/dev/mail/messages.json?to=${encodeURIComponent(email)}` })
  return z.object({ messages: z.array(z.unknown()) }).parse(body).messages.length
}
