import { AdminBookingsQuery, BookingChange, BookingRequest } from '@forecourt/contracts/booking.ts'
import { CustomersQuery } from '@forecourt/contracts/customer.ts'
import { StatsQuery } from '@forecourt/contracts/figures.ts'
import { FleetQuery } from '@forecourt/contracts/fleet.ts'
import { daysBetween, monthBounds } from '@forecourt/domain/civil-date.ts'
import { healthRoutes } from '@forecourt/kit/health.ts'
import { createHttpApp, jsonBodies } from '@forecourt/kit/http-app.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { noSuchRoute } from '@forecourt/kit/no-such-route.ts'
import { parseBody, parseQuery } from '@forecourt/kit/parse.ts'
import { notFound, problems } from '@forecourt/kit/problem.ts'
import { sameOrigin } from '@forecourt/kit/same-origin.ts'
import { noStore } from '@forecourt/kit/security-headers.ts'
import type { Express } from 'express'
import { z } from 'zod'
import { askedFor, receiptOf, refusal } from './booking.ts'
import type { Callers, CallersOptions } from './callers.ts'
import { BOOKED_DATES, BOOKINGS, CAR_PERFORMANCE, CUSTOMERS, FLEET, STATS } from './reads.ts'
import * as show from './show.ts'

const Id = z.uuid()
const DEFAULT_LIMIT = 500

/**
 * The service that a good engineer would write instead: one database, plain SQL, the same calls with the same schemas,
 * headers, log lines and sessions. Entity tags are Express's own, made of the body.
 */
export function createYardstickApp(
  options: CallersOptions & { readonly callers: Callers; readonly log: Log },
): Express {
  const { pool, callers, publicUrl, log } = options
  const app = createHttpApp({ log, publicUrl, trustedHops: 0 })
  app.set('etag', 'weak')
  app.use(healthRoutes({ database: () => pool.query('select 1') }))
  app.use('/api/admin', noStore)
  app.use('/api', sameOrigin(publicUrl), ...jsonBodies, ...callers.middleware)

  app.post('/api/bookings', async (request, response) => {
    const asked = askedFor(parseBody(BookingRequest, request.body))
    if (!Id.safeParse(asked.carId).success) throw refusal('car-not-found')
    response.status(201).json(receiptOf(asked, await callers.request(request, asked)))
  })
  app.put('/api/admin/bookings/:id', async (request, response) => {
    const change = parseBody(BookingChange, request.body)
    const id = Id.safeParse(request.params.id)
    if (!id.success) throw notFound()
    const { outcome, status } = await callers.change(request, id.data, change)
    if (outcome !== 'changed') throw refusal(outcome)
    response.json({ id: id.data, status })
  })

  app.get('/api/cars', async (request, response) => {
    const { businessSlug } = parseQuery(FleetQuery, request.originalUrl)
    const { rows } = await pool.query<show.FleetRow>({ name: 'fleet', text: FLEET, values: [businessSlug] })
    response.set('Cache-Control', 'no-cache').json(rows.map(show.publicVehicle))
  })
  app.get('/api/cars/:id/booked-dates', async (request, response) => {
    const id = Id.safeParse(request.params.id)
    if (!id.success) throw notFound()
    const { rows } = await pool.query<{ booked: unknown }>({ name: 'booked', text: BOOKED_DATES, values: [id.data] })
    if (rows[0] === undefined) throw notFound()
    response.set('Cache-Control', 'no-cache').json(rows[0].booked)
  })
  app.get('/api/admin/bookings', async (request, response) => {
    const { limit } = parseQuery(AdminBookingsQuery, request.originalUrl)
    const query = { name: 'bookings', text: BOOKINGS }
    const rows = await callers.read<show.BookingRow>(request, query, [Number(limit ?? DEFAULT_LIMIT)])
    response.json(rows.map(show.adminBooking))
  })
  app.get('/api/admin/customers', async (request, response) => {
    const { limit } = parseQuery(CustomersQuery, request.originalUrl)
    const query = { name: 'customers', text: CUSTOMERS }
    const rows = await callers.read<show.CustomerRow>(request, query, [Number(limit ?? DEFAULT_LIMIT)])
    response.json(rows.map(show.adminCustomer))
  })
  app.get('/api/admin/stats', async (request, response) => {
    const { year, month } = parseQuery(StatsQuery, request.originalUrl)
    const { first, next } = monthBounds(Number(year), Number(month))
    const [row] = await callers.read<show.StatsRow>(request, { name: 'stats', text: STATS }, [first, next])
    if (row === undefined) throw notFound()
    response.json(show.stats(row, daysBetween(first, next)))
  })
  app.get('/api/admin/car-performance', async (request, response) => {
    const query = { name: 'performance', text: CAR_PERFORMANCE }
    response.json(show.carPerformance(await callers.read<show.PerformanceRow>(request, query, [])))
  })

  app.use(noSuchRoute, problems(log))
  return app
}
