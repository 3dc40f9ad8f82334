import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { parse } from 'zod/v4/core'
import { idOf } from '../../tests/system/support/client.ts'
import type { Platform } from '../../tests/system/support/platform.ts'
import { requestFor } from '../../tests/system/support/tenant.ts'
import { bookingCalled } from '../load/contract.ts'
import { noting } from '../load/desk.ts'
import { erasing } from '../load/forget.ts'
import { bearerOf, cancelling, ownBooking } from '../load/own-booking.ts'
import { heldPicture } from '../load/upload.ts'
import { markOf } from '../witness.ts'
import { answered, type Business, change, colourOf, looked, shownTo, uploaded } from './good-steps.ts'

/**
 * Somebody with a licence asks for the second vehicle and is to be forgotten: in vain while their booking is approved, and when it is
 * cancelled, with another request of theirs that still waits. Then nobody is shown them, and they come again as somebody new.
 */
export async function forgottenBy(platform: Platform, business: Business): Promise<void> {
  const { tenant, canary, clerk, renter } = business
  const look = { width: 70, height: 60 + canary.length, colour: colourOf(canary) }
  const licence = await uploaded(renter, 'license', heldPicture(look))
  const approved = await ask(platform, business, 1, licence)
  await change(clerk, approved, 'approved', 200)
  const { body } = await shownTo(clerk, bookingCalled(approved))
  const customer = parse(AdminBookings, body)[0]?.customerId ?? ''
  await looked(clerk, licence, 200)
  answered(await clerk.command(erasing(customer)), 409)
  await change(clerk, approved, 'rejected', 200)
  const waiting = await ask(platform, business, 2)
  answered(await clerk.commandTwice(erasing(customer)), 200)
  // It is so already.
  answered(await clerk.command(erasing(customer)), 200)

  await looked(clerk, licence, 404)
  await shownTo(clerk, bookingCalled(waiting))
  await shownTo(clerk, { call: 'listCustomers', method: 'GET', path: '/api/admin/customers?limit=20' })
  const bearing = bearerOf(platform, tenant.businessId, waiting)
  answered(await renter.ask(ownBooking(waiting, bearing)), 404)
  answered(await renter.command(cancelling(waiting, bearing)), 404)
  answered(await clerk.command(noting(waiting, 'Has called.')), 409)
  const hidden = { path: `/api/admin/customers/${customer}/hide-from-customers-page`, asked: { id: customer } }
  answered(await clerk.command({ call: 'hideCustomer', method: 'PATCH', ...hidden }), 404)

  await shownTo(clerk, bookingCalled(await ask(platform, business, 3)))
}

/** The n-th time that they ask, always with one address and with another telephone once they are forgotten. */
async function ask(platform: Platform, { tenant, canary, renter }: Business, time: 1 | 2 | 3, licence?: string) {
  const [, vehicle] = tenant.vehicles
  if (vehicle === undefined) throw new Error('there is no second vehicle')
  const [email, mark] = [`leaver@${canary}.example`, markOf(canary.length * 10 + (time === 3 ? 1 : 0))]
  const form = requestFor(platform, vehicle, { from: 100 + 10 * time, count: 2 })
  const { reference, pickupDate, dropoffDate } = form
  const body = {
    ...form,
    customerName: `Grace ${canary} ${mark}`,
    customerEmail: email,
    customerPhone: mark,
    ...(licence && { licenseImageUrl: licence }),
  }
  const asked = { carId: vehicle, pickupDate, dropoffDate, reference, renter: email, email, mark }
  const sent = { call: 'requestBooking', method: 'POST', path: '/api/bookings', body } as const
  return idOf(answered(await renter.command({ ...sent, asked: { ...asked, ...(licence && { licence }) } }), 201))
}
