import { randomInt, randomUUID } from 'node:crypto'
import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { Customers } from '@forecourt/contracts/customer.ts'
import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { jpeg } from '@forecourt/infra/testing/sample-files.ts'
import { expect, it, onTestFailed, onTestFinished } from 'vitest'
import { type Answer, type Client, idOf } from './support/client.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { onboard, requestFor } from './support/tenant.ts'

it('nothing of an erased customer is left: in no table, no file, no answer; dates and money are', {
  timeout: 240_000,
}, async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await using platform = await startPlatform(database, ['command', 'query', 'projector', 'workers'])
  onTestFailed(() => console.error(platform.lastWords()))
  const tenant = await onboard(platform, 2)
  const staff = await tenant.staff()
  // On a slow machine the rows may need longer than an answer waits for them: it says so, and is asked again.
  const ask = async (path: string): Promise<Answer> => {
    const answer = await staff.send({ method: 'GET', path }, platform.all('query')[0]?.url)
    return answer.isStale ? await ask(path) : answer
  }

  const person = {
    customerName: `Canary ${randomUUID()}`,
    customerEmail: `canary-${randomUUID()}@renters.example`,
    customerPhone: `07${randomInt(1e8, 1e9)}`,
    customerAddress: `${randomUUID()} Harbour Street`,
    notes: `A child seat, ${randomUUID()}`,
  }
  const adminNotes = `Paid in cash, ${randomUUID()}`
  const licenseImageUrl = await uploadLicence(platform.client())
  const bookings: string[] = []
  for (const vehicle of tenant.vehicles) {
    const body = { ...requestFor(platform, vehicle, { from: 3, count: 2 }), ...person, licenseImageUrl }
    bookings.push(idOf(await platform.client().send({ method: 'POST', path: '/api/bookings', body })))
  }
  for (const body of [{ status: 'approved', adminNotes }, { status: 'completed' }]) {
    await staff.insist({ method: 'PUT', path: `/api/admin/bookings/${bookings[0]}`, body })
  }
  const hmac = platform.vault.lookupHmac('customer', tenant.businessId, person.customerEmail)
  const traces = [...Object.values(person), adminNotes, hmac]

  // What is looked for can be found before, so that finding nothing afterwards says something.
  const customer = Customers.parse((await ask('/api/admin/customers')).body)[0]
  expect(customer).toMatchObject({ name: person.customerName, email: person.customerEmail, licenseImageUrl })
  expect((await ask(licenseImageUrl)).status).toBe(200)
  const before = await everythingIn(platform)
  expect(traces.filter((trace) => !holds(before, trace))).toEqual([])
  expect(await filesIn(platform)).not.toEqual([])

  const erased = await staff.send({ method: 'DELETE', path: `/api/admin/customers/${customer?.id}` })
  expect([erased.status, erased.body]).toEqual([200, { id: customer?.id, erased: true }])

  // The next answer already knows: the position comes along.
  expect((await ask('/api/admin/customers')).body).toEqual([])
  const list = await ask('/api/admin/bookings')
  expect(AdminBookings.parse(list.body).map(({ id, status, totalAmount }) => ({ id, status, totalAmount }))).toEqual([
    { id: bookings[1], status: 'rejected', totalAmount: '90.00' },
    { id: bookings[0], status: 'completed', totalAmount: '90.00' },
  ])
  const answers = [list]
  for (const path of [
    '/api/admin/customers?q=canary',
    '/api/admin/bookings?q=canary',
    `/api/admin/bookings?q=${encodeURIComponent(person.customerEmail)}`,
    licenseImageUrl,
    `${licenseImageUrl}?w=96`,
  ]) {
    answers.push(await ask(path))
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404])
  for (const { text } of answers) expect(traces.filter((trace) => text.includes(trace))).toEqual([])

  const after = await everythingIn(platform)
  expect(traces.filter((trace) => holds(after, trace))).toEqual([])
  // A contract that was being drawn meanwhile is taken away again by whoever has drawn it.
  await expect.poll(() => filesIn(platform), { timeout: 60_000 }).toEqual([])
  expect(traces.filter((trace) => platform.lastWords().includes(trace))).toEqual([])

  // The same address is somebody new, and has nothing of the old one.
  const [vehicle] = tenant.vehicles
  if (vehicle === undefined) throw new Error('there is no vehicle')
  const body = { ...requestFor(platform, vehicle, { from: 9, count: 1 }), customerEmail: person.customerEmail }
  const again = await staff.send({ method: 'POST', path: '/api/bookings', body })
  expect(again.status).toBe(201)
  const [anew] = Customers.parse((await ask('/api/admin/customers')).body)
  expect(anew).toMatchObject({ name: body.customerName, email: person.customerEmail })
  expect(anew?.id).not.toBe(customer?.id)
})

/** The whole way of a licence: address, PUT, finish. */
async function uploadLicence(renter: Client): Promise<string> {
  const target = await renter.send({ method: 'POST', path: '/api/objects/upload', body: { purpose: 'license' } })
  const { uploadURL } = UploadTarget.parse(target.body)
  const sent = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(await jpeg()) })
  expect(sent.status).toBe(200)
  const body = { licenseImageURL: uploadURL }
  const finished = await renter.send({ method: 'PUT', path: '/api/license-upload', body })
  return StoredFile.parse(finished.body).objectPath
}

/** Every row of every table of every schema, as text. */
async function everythingIn({ pool }: Platform): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
    order by 1`)
  expect(tables.length).toBeGreaterThan(15)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ all: string | null }>(
      `select string_agg(t::text, E'\\n') as all from ${name} t`,
    )
    texts.push(`${name}\n${rows[0]?.all ?? ''}`)
  }
  return texts.join('\n')
}

/** Whether the text stands there, as it is or written as bytes. */
function holds(all: string, text: string): boolean {
  const bytes = Buffer.from(text)
  return [text, bytes.toString('hex'), bytes.toString('base64')].some((spelling) => all.includes(spelling))
}

const filesIn = async ({ storage }: Platform) => await Array.fromAsync(storage.list(''), ({ key }) => key)
