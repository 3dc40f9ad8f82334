import { addressOf, cutAfter, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { expect, it } from 'vitest'
import { mailOf } from '../testing/mail-of.ts'
import { openMailQueue } from './mail-queue.ts'

/** Moments of the opening at which the connections are lost. */
const CUTS = 12

it('a queue that loses its database at any moment of its opening is opened, and its worker does each job once', {
  timeout: 240_000,
}, async () => {
  await using database = await createTestDatabase()
  await using link = await openLink(() => addressOf(database.url))
  const url = new URL(database.url)
  url.port = String(link.port)
  const log = createLog({ service: 'test', level: 'silent' })
  const handled: string[] = []
  const wanted: string[] = []
  const doOne = async (opened = () => {}) => {
    const before = link.passings
    const queue = await openMailQueue({ databaseUrl: url.href, log })
    const worker = await queue.work(async (id) => {
      handled.push(id)
    })
    opened()
    const passings = link.passings - before
    const id = crypto.randomUUID()
    wanted.push(id)
    await expect
      .poll(() =>
        queue.add([mailOf(id)]).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await expect.poll(() => handled.includes(id), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => queue.waiting(), { timeout: 60_000 }).toBe(0)
    await worker.close()
    await queue.close()
    return passings
  }
  // The first makes the tables.
  await doOne()
  const passings = await doOne()
  let cuts = 0
  for (let cut = 0; cut < CUTS; cut += 1) {
    const isOpen = new AbortController()
    const after = Math.round((passings * (cut + 0.5)) / CUTS)
    const [wasCut] = await Promise.all([cutAfter(link, after, isOpen.signal), doOne(() => isOpen.abort())])
    if (wasCut) cuts += 1
  }
  expect(cuts).toBeGreaterThan(CUTS / 2)
  expect(handled).toEqual(wanted)
})
