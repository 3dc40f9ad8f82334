import { CALLS } from '@forecourt/contracts/calls.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { rudeMailServer } from '@forecourt/infra/testing/rude-mail-server.ts'
import { redisForTests } from '@forecourt/workers/testing/redis.ts'
import { dumpOf } from '@forecourt/workers/testing/redis-dump.ts'
import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { type Platform, startPlatform } from '../system/support/platform.ts'
import { sessionIdIn } from './support/actors.ts'
import { ask } from './support/ask.ts'
import { type Estate, found } from './support/estate.ts'
import { sightings, sightingsIn } from './support/whereabouts.ts'
import { tablesOf } from './support/written.ts'

/** In the addresses of those whose mails are not taken. */
const UNLUCKY = 'unlucky'
/** Enough for a renter, a licence, a vehicle and notes each. */
const FEW = CALLS.filter(({ id }) => ['bookedDates', 'saveVehicle', 'licence', 'hideCustomer'].includes(id))

describe.each(['PostgreSQL', 'Redis'])('with the queue on %s', (store) => {
  it('no canary is in a log, a job, an event, a dump, or a mail to somebody else (SECURITY rule 18)', {
    timeout: 600_000,
  }, async ({ skip }) => {
    const redis = store === 'Redis' ? await redisForTests() : undefined
    skip(store === 'Redis' && redis === undefined, 'redis-server is not installed')
    onTestFinished(async () => await redis?.stop())
    await using database = await createTestDatabase()
    // Mails to the renters of one business wait in the queue, turned away with their addresses in the answer.
    const server = await rudeMailServer((address) => !address.includes(UNLUCKY))
    onTestFinished(() => server.close())
    const lines: string[] = []
    await using platform = await startPlatform(database, ['command', 'query', 'projector', 'workers'], {
      environment: {
        LOG_LEVEL: 'debug',
        SMTP_URL: server.url,
        ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
      },
      onLine: (line) => void lines.push(line),
    })
    onTestFailed(() => console.error(platform.lastWords()))
    const estates = [await found(platform, FEW), await found(platform, FEW, UNLUCKY)]
    await provoke(platform, estates)
    const renters = estates[0]?.renters.length ?? 0
    await expect.poll(() => server.refusals, { timeout: 60_000 }).toBeGreaterThanOrEqual(renters)
    await expect.poll(async () => (await server.taken()).length, { timeout: 60_000 }).toBe(3 * renters)

    const personal = estates.flatMap(({ secrets }) => secrets.personal)
    const sessions = estates.map(({ cookie }) => sessionIdIn(cookie))
    const credentials = [...estates.flatMap(({ secrets }) => secrets.credentials), ...sessions]
    const secrets = [...personal, ...credentials]

    expect(lines.length).toBeGreaterThan(50)
    expect(sightings(secrets, 'the logs', lines.join('\n'))).toEqual([])

    const tables = await tablesOf(platform)
    // Rows that answers are made of hold what the answers hold; sessions have their ids.
    const plain = tables.filter(({ table }) => !table.startsWith('read.'))
    expect(sightingsIn(personal, plain)).toEqual([])
    expect(sightingsIn(credentials, tables).filter(({ place }) => place !== 'public.sessions')).toEqual([])
    expect(
      sightingsIn(
        secrets,
        tables.filter(({ table }) => table === 'log.events'),
      ),
    ).toEqual([])
    // What is looked for can be found.
    const shown = new Set(sightingsIn(personal, tables).map(({ text }) => text))
    expect(personal.filter((text) => !shown.has(text))).toEqual([])

    const jobs = redis === undefined ? tables.filter(({ table }) => table.startsWith('bull.')) : await dumpOf(redis.url)
    expect(jobs.filter(({ rows }) => rows.includes('rent.schedule-'))).not.toEqual([])
    const published = estates.flatMap((estate) => estate.secrets.published)
    expect(sightingsIn([...secrets, ...published], jobs)).toEqual([])

    for (const { envelope, subject, text, html, headers } of await server.taken()) {
      const { to } = envelope
      const said = JSON.stringify([subject, text, html, headers])
      const own = new Set(to.flatMap((address) => maySee(address, estates)))
      expect(own.size).toBeGreaterThan(0)
      expect(
        sightings(
          secrets.filter((one) => !own.has(one)),
          `a mail to ${to.join()}`,
          said,
        ),
      ).toEqual([])
    }
    console.log(
      `canaries (queue on ${store}): ${secrets.length} texts; ${lines.length} log lines, ${plain.length} tables, ${jobs.length} parts of the queue, ${3 * renters} mails`,
    )
  })
})

/** Texts that a mail to this address may hold: a renter's own, and for a business those of its renters. */
function maySee(address: string, estates: readonly Estate[]): string[] {
  return estates.flatMap(({ tenant, renters }) =>
    renters
      .filter(({ email }) => email === address || tenant.contactEmail === address)
      // Nobody but the renter is told what lets them in.
      .flatMap(({ email, texts, token }) => (email === address ? [...texts, token] : texts)),
  )
}

/** Makes the processes speak of what is secret: each of these is logged in some way, and none may say what it was. */
async function provoke(platform: Platform, estates: readonly Estate[]): Promise<void> {
  for (const { tenant, cookie, renters, secrets } of estates) {
    const [renter] = renters
    const [name = '', email = ''] = renter?.texts ?? []
    const { password, slug: businessSlug } = tenant.credentials
    const login = { method: 'POST', path: '/api/auth/login' }
    const secret = encodeURIComponent(secrets.personal.join(' ').slice(0, 600))
    await Promise.all([
      ask(platform, { ...login, body: JSON.stringify({ email, password, businessSlug }) }),
      ask(platform, {
        ...login,
        body: JSON.stringify({ email: tenant.credentials.email, password: name, businessSlug }),
      }),
      ask(platform, { ...login, body: `{"email": "${email}", "password": "${password}` }),
      ask(platform, { ...login, body: JSON.stringify({ [email]: password, [name]: cookie }) }),
      ask(platform, {
        ...login,
        body: '{}',
        headers: { 'idempotency-key': email, 'x-request-id': email, referer: email },
      }),
      ask(platform, { method: 'GET', path: `/api/${secret}` }, cookie),
      ask(platform, { method: 'GET', path: `/api/admin/bookings?q=${secret}` }, cookie),
      ask(platform, { method: 'GET', path: `/api/admin/bookings?q=${encodeURIComponent(name)}` }, cookie),
      ask(platform, { method: 'DELETE', path: `/api/admin/customers/${encodeURIComponent(email)}` }, cookie),
      ask(platform, {
        method: 'POST',
        path: '/api/bookings',
        body: JSON.stringify({ customerEmail: `${email}\0`, notes: name }),
      }),
    ])
  }
}
