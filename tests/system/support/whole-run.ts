import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { expect, onTestFailed, onTestFinished } from 'vitest'
import { z } from 'zod'
import { Client } from './client.ts'
import type { MadeBooking } from './portal.ts'
import { Run } from './run.ts'

/** Staff of a demo business, which every first start has. */
export const STAFF = { email: 'staff@harbour-hire.example', password: 'harbour-demo-2026', slug: 'harbour-hire' }

/** What a test of whole runs is given: a first start alone may take minutes beside other tests. */
export const ofTheTest = { timeout: 900_000 }

/** Processes are looked up where Linux shows them. */
export function needsProc({ skip }: { readonly skip: (condition: boolean, reason: string) => void }): void {
  skip(process.platform !== 'linux', 'it looks for processes in /proc, which only Linux has')
}

interface Started {
  readonly run: Run
  /** Its data folder, which is removed after the test. */
  readonly folder: string
  /** Starts another one on the same folder and port. */
  readonly again: () => Promise<Run>
}

/** The whole product in a new data folder; whatever is left of it is killed after the test. */
export async function startRun({ wait = true } = {}): Promise<Started> {
  const [port, folder] = [await freePort(), await newFolder()]
  const start = async () => {
    const run = new Run(port, folder)
    onTestFailed(() => console.error(`${run.output}\n${run.errors}`))
    onTestFinished(() => run.kill(run.processes()))
    return wait ? await run.ready() : run
  }
  return { run: await start(), folder, again: start }
}

/** A place for a data folder that is not there yet. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

export const browser = (run: Run) => new Client(() => [run.url])

/** What staff see of a booking: its row, its licence. */
export async function expectShown(run: Run, bookings: readonly MadeBooking[]): Promise<void> {
  const staff = browser(run)
  await staff.signIn(STAFF)
  for (const { id, licence } of bookings) {
    await expect.poll(() => bookingIds(staff), { timeout: 60_000 }).toContain(id)
    expect(await staff.send({ method: 'GET', path: licence })).toMatchObject({ status: 200 })
  }
}

/** Whether staff have the booking in their list. */
export async function isShown(run: Run, { id }: MadeBooking): Promise<boolean> {
  const staff = browser(run)
  await staff.signIn(STAFF)
  return (await bookingIds(staff)).includes(id)
}

async function bookingIds(staff: Client): Promise<string[]> {
  const { status, body, text } = await staff.send({ method: 'GET', path: '/api/admin/bookings' })
  if (status !== 200) throw new Error(`the list of bookings is answered with ${status}: ${text}`)
  return z
    .array(z.object({ id: z.string() }))
    .parse(body)
    .map(({ id }) => id)
}
