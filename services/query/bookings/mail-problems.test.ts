import { randomUUID } from 'node:crypto'
import { AdminBookings, type MailProblem } from '@forecourt/contracts/booking.ts'
import { notificationStream } from '@forecourt/domain/streams.ts'
import { describe, expect, it } from 'vitest'
import { compareReadModels } from '../projection/compare.ts'
import { rebuild } from '../projection/rebuild.ts'
import { LIVE } from '../projection/schema-name.ts'
import { opened } from '../testing/open.ts'
import type { Rental } from '../testing/rental.ts'

const given = opened(async ({ story }, desk) => {
  const harbour = await story.business('Harbour Mails')
  const wheels = await story.business('Wheels Mails')
  const fiesta = await story.vehicle(harbour, 'Ford Fiesta')
  const golf = await story.vehicle(wheels, 'VW Golf')
  const request = () => story.request(fiesta, '2026-06-10', '2026-06-13')
  return {
    request,
    theirs: await story.request(golf, '2026-06-10', '2026-06-13'),
    staff: await desk.signIn(harbour),
    otherStaff: await desk.signIn(wheels),
  }
})

type Happening =
  | { readonly type: 'NotificationFailed' | 'NotificationAbandoned'; readonly cause: MailProblem['cause'] }
  | { readonly type: 'NotificationSent' | 'NotificationWithdrawn' }

/** What became of one mail about a booking, attempt after attempt. */
async function mailed(rental: Rental, template: string, ...happenings: readonly Happening[]): Promise<void> {
  const { world } = given()
  const { businessId } = rental.car.tenant
  const notificationId = randomUUID()
  const subject = { notificationId, template }
  const booking = { bookingId: rental.bookingId, businessId }
  for (const [index, happening] of happenings.entries()) {
    const data = {
      NotificationFailed: { booking, attempt: index + 1, reason: 'CANARY', ...happening },
      NotificationAbandoned: { booking, attempts: index, reason: 'CANARY', ...happening },
      NotificationSent: { attempt: index + 1, messageId: '<n@example>' },
      NotificationWithdrawn: { reason: 'overtaken' },
    }[happening.type]
    const { type: _type, ...members } = { type: '', ...data }
    await world.story.append(notificationStream(notificationId), businessId, [
      { type: happening.type, data: { ...subject, ...members } },
    ])
  }
}

async function problemsOf(
  rental: Rental,
  session: string = given().staff,
): Promise<readonly MailProblem[] | undefined> {
  const { desk, world } = given()
  await world.caughtUp()
  const answer = await desk.get('/api/admin/bookings', { session })
  expect(answer.text).not.toContain('CANARY')
  return AdminBookings.parse(answer.body).find(({ id }) => id === rental.bookingId)?.mailProblems
}

const failedWith = (cause: MailProblem['cause']) => ({ type: 'NotificationFailed', cause }) as const
const abandonedWith = (cause: MailProblem['cause']) => ({ type: 'NotificationAbandoned', cause }) as const
const sent = { type: 'NotificationSent' } as const
const withdrawn = { type: 'NotificationWithdrawn' } as const

describe('the mails about a booking', () => {
  it('are no news while all goes well', async () => {
    const rental = await given().request()
    await mailed(rental, 'request-received', sent)
    expect(await problemsOf(rental)).toEqual([])
  })

  it('are shown to staff when they could not be delivered, and why', async () => {
    const rental = await given().request()
    await mailed(rental, 'request-received', failedWith('address-refused'), abandonedWith('address-refused'))
    const at = expect.stringMatching(/^2026-.*Z$/)
    expect(await problemsOf(rental)).toEqual([
      { kind: 'request-received', recipient: 'customer', status: 'failed', cause: 'address-refused', at },
    ])
  })

  it('are shown while they are tried again, each with its last attempt, the latest first', async () => {
    const rental = await given().request()
    await mailed(rental, 'new-request', failedWith('unknown'), failedWith('server-unreachable'))
    await mailed(rental, 'request-received', failedWith('receiver-busy'))
    expect(await problemsOf(rental)).toMatchObject([
      { kind: 'request-received', recipient: 'customer', status: 'retrying', cause: 'receiver-busy' },
      { kind: 'new-request', recipient: 'business', status: 'retrying', cause: 'server-unreachable' },
    ])
  })

  it('are forgotten when they went out after all, or when nobody needs them any more', async () => {
    const rental = await given().request()
    await mailed(rental, 'new-request', failedWith('server-unreachable'), sent)
    await mailed(rental, 'request-received', failedWith('server-unreachable'), withdrawn)
    expect(await problemsOf(rental)).toEqual([])
  })

  it('of another business are nobody else’s affair', async () => {
    const { theirs, staff, otherStaff } = given()
    await mailed(theirs, 'request-received', abandonedWith('address-refused'))
    expect(await problemsOf(theirs, staff)).toBeUndefined()
    expect(await problemsOf(theirs, otherStaff)).toHaveLength(1)
  })

  it('from before they named their booking change nothing', async () => {
    const { request, world } = given()
    const rental = await request()
    const id = randomUUID()
    await world.story.append(notificationStream(id), rental.car.tenant.businessId, [
      {
        type: 'NotificationFailed',
        data: {
          notificationId: id,
          template: 'request-received',
          booking: null,
          attempt: 1,
          cause: 'unknown',
          reason: 'x',
        },
      },
    ])
    expect(await problemsOf(rental)).toEqual([])
  })

  it('leave a new version of the tenant’s rows only when there is something to show', async () => {
    const { request, world } = given()
    const rental = await request()
    await world.caughtUp()
    const versions = async () => (await world.rows('tenants')).map(({ version }) => version).map(String)
    const before = await versions()
    await mailed(rental, 'request-received', sent)
    await world.caughtUp()
    expect(await versions()).toEqual(before)
    await mailed(rental, 'request-received', failedWith('unknown'))
    await world.caughtUp()
    expect(await versions()).not.toEqual(before)
  })

  it('are the same after a rebuild', async () => {
    const { world } = given()
    await world.caughtUp()
    await rebuild({ ...world.projection('rebuilt'), eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, LIVE, 'rebuilt')).toEqual([])
    expect(await world.rows('mails')).not.toEqual([])
  })
})
