import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { traceIdOf } from '@forecourt/kit/tracing/ids.ts'
import { expect, it, onTestFailed } from 'vitest'
import { startCollector, type TakenSpan } from './support/collector.ts'
import { startPlatform } from './support/platform.ts'
import { onboard, requestFor } from './support/tenant.ts'

/** Each process sends what it has recorded a second later; this one shares two cores. */
const PATIENCE = { timeout: 90_000, interval: 100 }

it('one booking request is one trace, from the answer through append and projection to the mails that it called for', {
  timeout: 240_000,
}, async () => {
  await using collector = await startCollector()
  await using database = await createTestDatabase()
  await using platform = await startPlatform(database, ['command', 'projector', 'workers'], {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
  })
  onTestFailed(() => console.error(platform.lastWords(), JSON.stringify(collector.spans, undefined, 2)))
  const [vehicle] = (await onboard(platform, 1)).vehicles
  if (vehicle === undefined) throw new Error('there is no vehicle')
  const body = requestFor(platform, vehicle, { from: 1, count: 1 })
  expect(await platform.client().send({ method: 'POST', path: '/api/bookings', body })).toMatchObject({ status: 201 })
  const recorded = await platform.recorded()
  const request = recorded.find(({ type }) => type === 'BookingRequested')?.metadata.$correlationId ?? ''

  const ofIt = () => collector.spans.filter(({ traceId }) => traceId === traceIdOf(request))
  const named = (name: string) => ofIt().filter((span) => span.name === name)
  await expect.poll(() => named('mail').length, PATIENCE).toBe(2)
  await expect.poll(() => named('project').length, PATIENCE).toBe(3)
  await expect.poll(() => named('append').length, PATIENCE).toBe(3)
  const [http] = named('POST /api/bookings')
  expect(http).toMatchObject({ service: 'command' })
  expect(http?.parentSpanId ?? '').toBe('')

  const causedBy = (cause: TakenSpan | undefined) => ofIt().filter(({ parentSpanId }) => parentSpanId === cause?.spanId)
  const [append, ...others] = causedBy(http)
  expect(others).toEqual([])
  expect(append).toMatchObject({ name: 'append', service: 'command' })
  const after = causedBy(append)
  expect(after.map(({ name, service }) => `${String(service)} ${name}`).toSorted()).toEqual([
    'projector project',
    'workers mail',
    'workers mail',
  ])
  // What each mail came to is appended, and shown, as its consequence.
  for (const mail of after.filter(({ name }) => name === 'mail')) {
    const [outcome] = causedBy(mail)
    expect(outcome).toMatchObject({ name: 'append', service: 'workers' })
    expect(causedBy(outcome)).toMatchObject([{ name: 'project', service: 'projector' }])
  }
  // Ids and kinds of things, never whose they are (SECURITY rule 18).
  const { customerName, customerEmail } = body
  for (const secret of [customerName, customerEmail]) expect(JSON.stringify(collector.spans)).not.toContain(secret)
})
