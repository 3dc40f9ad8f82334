import type { LicenceReplaced } from '@forecourt/contracts/renter-booking.ts'
import { customerDecider } from '@forecourt/domain/customer/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import type { BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { bookingOf } from '@forecourt/domain/schedule/state.ts'
import { customerStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { isLicencePath } from '@forecourt/kit/object-path.ts'
import type { RequestRefusal } from '../booking/request.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'
import { onOwnBooking } from './bearer.ts'

/**
 * A renter sends another picture of their licence (`PUT /api/my-booking/license`), while their request waits and nobody has
 * found the licence good. What staff have said of the last one does not hold for this one: it is to be looked at.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function replaceLicence(
  core: Core,
  call: Call,
  link: BookingLink,
  licencePath: string,
): Promise<Executed<ScheduleRefusal | RequestRefusal, LicenceReplaced>> {
  if (!isLicencePath(core.lookupKey, licencePath)) return refuse({ code: 'licence-unknown' })
  const customer = await customerOf(core, link)
  const replaced = await onOwnBooking(core, call, link, {
    resource: 'renter.licence',
    asked: { licencePath },
    filePath: licencePath,
    commandOn: (booking) => ({
      type: 'replaceLicence',
      ...booking,
      licencePath,
      isVerified: customer?.licence === 'verified',
    }),
    answer: (): LicenceReplaced => ({ replaced: true }),
  })
  // Another customer's licence is as unknown as a made-up one.
  if (!replaced.ok && replaced.refusal.code === 'file-of-another') return refuse({ code: 'licence-unknown' })
  if (replaced.ok && customer !== undefined && customer.licence !== 'pending') {
    await lookAgain(core, call, link.businessId, customer.customerId)
  }
  return replaced
}

async function customerOf(core: Core, { version: _version, ...which }: BookingLink) {
  const { state } = await core.schedules.load(scheduleStreamOf(which.bookingId))
  const customerId = bookingOf(state, which)?.customerId
  if (customerId === undefined) return undefined
  const fold = await core.customers.load(customerStream(customerId))
  return { customerId, licence: fold.state.licence }
}

/** A refused licence is one that nobody has looked at, once it is another. Without this the renter may send it once more. */
async function lookAgain(core: Core, call: Call, businessId: BusinessId, customerId: CustomerId): Promise<void> {
  const begun = begin(core, call, {
    stream: customerStream(customerId),
    tenantId: businessId,
    resource: `renter.licence ${customerId} ${businessId}`,
    asked: {},
  })
  const command = { type: 'resetLicence', businessId, customerId } as const
  await run(core, core.customers, customerDecider, begun, command, { answer: () => null })
}
