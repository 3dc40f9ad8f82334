import { AdminBookingsQuery } from '@forecourt/contracts/booking.ts'
import { CustomersQuery } from '@forecourt/contracts/customer.ts'
import { StatsQuery } from '@forecourt/contracts/figures.ts'
import { FleetQuery } from '@forecourt/contracts/fleet.ts'
import { MaintenanceOfVehicleQuery, MaintenanceQuery } from '@forecourt/contracts/maintenance-query.ts'
import { AdminFleetQuery } from '@forecourt/contracts/vehicle.ts'
import { BookingId, Slug, VehicleId } from '@forecourt/domain/ids.ts'
import { healthRoutes } from '@forecourt/kit/health.ts'
import { createHttpApp } from '@forecourt/kit/http-app.ts'
import { noOptions, noSuchRoute } from '@forecourt/kit/no-such-route.ts'
import { parseQuery } from '@forecourt/kit/parse.ts'
import { notFound, problems } from '@forecourt/kit/problem.ts'
import { noStore } from '@forecourt/kit/security-headers.ts'
import type { Express, Request, RequestHandler, Response } from 'express'
import { sql } from 'slonik'
import { z } from 'zod'
import { readCurrentUser } from './account/current-user.ts'
import { readStaff } from './account/staff.ts'
import { adminBookingsInput, readAdminBookings } from './bookings/admin-bookings.ts'
import { readBookingHistory } from './bookings/booking-history.ts'
import { readAdminBusiness } from './business/admin-business.ts'
import { readPublicBusiness } from './business/public-business.ts'
import { readSettings } from './business/settings.ts'
import { adminCustomersInput, readAdminCustomers } from './customers/admin-customers.ts'
import { exportRoutes } from './exports/routes.ts'
import { readCarPerformance } from './figures/car-performance.ts'
import { readStats, statsInput } from './figures/stats.ts'
import { adminFleetInput, readAdminFleet } from './fleet/admin-fleet.ts'
import { readBookedDates } from './fleet/booked-dates.ts'
import { readMaintenance, readMaintenanceOfVehicle } from './fleet/maintenance.ts'
import { readPublicFleet } from './fleet/public-fleet.ts'
import type { Logos } from './installing/draw-icon.ts'
import { installingRoutes } from './installing/routes.ts'
import type { Live } from './live/live.ts'
import { liveRoute } from './live/route.ts'
import { documentationRoutes } from './openapi/routes.ts'
import { type Answering, type AnsweringDeps, createAnswering } from './reading/answering.ts'

export interface QueryDeps extends AnsweringDeps {
  readonly trustedHops: number
  readonly live: Live
  /** Where logos are, for icons; without it initials stand for businesses. */
  readonly logos?: Logos
  /** Makes the routes that the renter's own page reads. */
  readonly renter: (answering: Answering) => RequestHandler
  /** Makes the routes of the calendars. */
  readonly calendars: (answering: Answering) => RequestHandler
  /** Makes the routes of `/objects`, which serve files to those who may see them. */
  readonly objects: (answering: Answering) => RequestHandler
}

const NoQuery = z.strictObject({})
const nothing = (url: string) => parseQuery(NoQuery, url)
const bookingsWanted = (url: string) => adminBookingsInput(parseQuery(AdminBookingsQuery, url))
const customersWanted = (url: string) => adminCustomersInput(parseQuery(CustomersQuery, url))
const vehiclesWanted = (url: string) => adminFleetInput(parseQuery(AdminFleetQuery, url))
const maintenanceWanted = (url: string) => parseQuery(MaintenanceQuery, url)
const monthWanted = (url: string) => statsInput(parseQuery(StatsQuery, url))

/** The read side over HTTP: every call of the specification's section 7 that is a GET. */
export function createQueryApp(deps: QueryDeps): Express {
  const app = createHttpApp(deps)
  const answering = createAnswering(deps)
  const { toMember, toVisitor } = answering

  app.use(
    healthRoutes({
      database: () => deps.database.oneFirst(sql.type(z.object({ model: z.int() }))`select model from checkpoint`),
    }),
  )
  app.use(noOptions)
  app.use(['/api/admin', '/api/auth'], noStore)

  get('/api/business/:slug', async (request, response) => {
    nothing(request.originalUrl)
    const slug = slugFrom(part(request, 'slug'))
    await toVisitor(readPublicBusiness, {}, { by: 'slug', slug }, request, response)
  })
  get('/api/cars', async (request, response) => {
    const { businessSlug } = parseQuery(FleetQuery, request.originalUrl)
    await toVisitor(readPublicFleet, {}, { by: 'slug', slug: slugFrom(businessSlug) }, request, response)
  })
  get('/api/cars/:id/booked-dates', async (request, response) => {
    nothing(request.originalUrl)
    const vehicleId = VehicleId.safeParse(part(request, 'id')).data
    if (vehicleId === undefined) throw notFound()
    await toVisitor(readBookedDates, { vehicleId }, { by: 'vehicle', vehicleId }, request, response)
  })
  get('/api/auth/user', (request, response) => toMember(readCurrentUser, nothing, request, response))
  get('/api/admin/business', (request, response) => toMember(readAdminBusiness, nothing, request, response))
  get('/api/admin/business/settings', (request, response) => toMember(readSettings, nothing, request, response))
  get('/api/admin/staff', (request, response) => toMember(readStaff, nothing, request, response))
  get('/api/admin/bookings', (request, response) => toMember(readAdminBookings, bookingsWanted, request, response))
  get('/api/admin/bookings/:id/history', async (request, response) => {
    const ofBooking = (url: string) => {
      nothing(url)
      const bookingId = BookingId.safeParse(part(request, 'id')).data
      if (bookingId === undefined) throw notFound()
      return { bookingId }
    }
    await toMember(readBookingHistory, ofBooking, request, response)
  })
  get('/api/admin/customers', (request, response) => toMember(readAdminCustomers, customersWanted, request, response))
  get('/api/admin/cars', (request, response) => toMember(readAdminFleet, vehiclesWanted, request, response))
  get('/api/admin/maintenance', (request, response) => toMember(readMaintenance, maintenanceWanted, request, response))
  get('/api/admin/cars/:id/maintenance', async (request, response) => {
    const ofVehicle = (url: string) => {
      const days = parseQuery(MaintenanceOfVehicleQuery, url)
      const vehicleId = VehicleId.safeParse(part(request, 'id')).data
      if (vehicleId === undefined) throw notFound()
      return { ...days, vehicleId }
    }
    await toMember(readMaintenanceOfVehicle, ofVehicle, request, response)
  })
  get('/api/admin/stats', (request, response) => toMember(readStats, monthWanted, request, response))
  get('/api/admin/car-performance', (request, response) => toMember(readCarPerformance, nothing, request, response))
  get('/api/admin/live', liveRoute(deps.live, answering))

  app.use(exportRoutes({ answering, database: deps.database, now: deps.now, log: deps.log }))
  app.use(documentationRoutes(deps.publicUrl))
  app.use(installingRoutes(answering, deps.logos))
  app.use(deps.renter(answering))
  app.use(deps.calendars(answering))
  app.use('/objects', deps.objects(answering))
  app.use(noSuchRoute, problems(deps.log))
  return app

  function get(path: string, handler: (request: Request, response: Response) => Promise<void>): void {
    app.get(path, handler)
  }
}

/** What is no slug is nobody's: it is absent like any other that nobody has. */
function slugFrom(text: string): Slug {
  const slug = Slug.safeParse(text)
  if (!slug.success) throw notFound()
  return slug.data
}

/** A part of the path, decoded. */
function part(request: Request, name: string): string {
  const value = request.params[name]
  return typeof value === 'string' ? value : ''
}
