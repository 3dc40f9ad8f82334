import {
  customerStream,
  notificationStream,
  scheduleStream,
  slugClaimStream,
  userStream,
} from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { FactMetadata } from '@forecourt/event-log/metadata.ts'
import { EVERYTHING, type Recorded } from '@forecourt/event-log/port.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import type { Rental } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { mailsFor } from '@forecourt/workers/mail/mails-for.ts'
import { reminderId } from '@forecourt/workers/reminders/reminders-for.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsOf, typed } from '../testing/command-line.ts'
import { audit } from './audit.ts'
import { history } from './history.ts'

let world: World
let ada: Rental
let erased: Rental

beforeAll(async () => {
  world = await World.create()
  const { story } = world
  const tenant = await story.business('Harbour Hire')
  const golf = await story.vehicle(tenant, 'VW Golf')
  ada = await story.request(golf, '2026-12-08', '2026-12-10', { name: 'Ada Byron', email: 'ada@example.com' })
  const bea = await story.request(golf, '2026-12-20', '2026-12-21', { name: 'Bea Quinn', email: 'bea@example.com' })
  await story.approve(ada)
  await story.noteDown(ada, 'Knows the way')
  await story.cancel(ada)
  await story.verifyLicence(ada)
  erased = bea
  await story.erase(bea)
  await rebuild({ ...world.projection(), eventLog: world.eventLog, schema: LIVE })
})
afterAll(() => world[Symbol.asyncDispose]())

/** The mailer writes down that a mail went out, because of what this event says. */
async function sent(cause: Recorded, notificationId: string, template: string): Promise<void> {
  const stream = notificationStream(notificationId)
  const event = { type: 'NotificationSent', data: { notificationId, template, attempt: 1, messageId: '<x@y>' } }
  const { dataSubject: _, ...metadata } = FactMetadata.parse(cause.metadata)
  const because = { ...metadata, actorKind: 'system', actorId: 'mail', $causationId: cause.id } as const
  await world.eventLog.append(stream, 'any', encodeAll(stream, [event], undefined, because))
}

async function last(events: AsyncIterable<Recorded>, type: string): Promise<Recorded> {
  const found = (await Array.fromAsync(events)).findLast((event) => event.type === type)
  if (found === undefined) throw new Error(`there is no ${type}`)
  return found
}

const forecourt = async (...line: string[]) => await typed(['history', ...line], [history], settingsOf(world))
const audited = async (...line: string[]) => await typed(['audit', ...line], [audit], settingsOf(world))

const revelations = async () => {
  const all = await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING))
  return all.filter(({ type }) => type === 'PersonalDataRevealed').map(({ data }): unknown => JSON.parse(data))
}

it('of what another business has is told to nobody who asks on behalf of one', async () => {
  const other = await world.story.business('Northern Wheels')
  const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: other.businessId } }
  await world.story.append(slugClaimStream(other.slug), other.businessId, [claim])
  for (const [noun, id] of [
    ['customer', ada.customerId],
    ['booking', ada.bookingId],
  ] as const) {
    const asked = await forecourt(noun, id, '--business', other.slug, '--reveal')
    expect(asked).toMatchObject({ exit: 3, printed: '', errors: expect.stringContaining('of this business is called') })
    expect((await forecourt(noun, id)).exit).toBe(0)
  }
  expect(await revelations()).toEqual([])
})

describe('the history of a booking', () => {
  it('is told in sentences, in order, with what is personal masked', async () => {
    const { exit, out, errors } = await forecourt('booking', ada.bookingId)
    expect({ exit, errors }).toEqual({ exit: 0, errors: '' })
    const told = out.split('\n').flatMap((line) => /UTC {2}(.*)$/.exec(line)?.[1] ?? [])
    expect(told).toEqual([
      expect.stringMatching(
        /^Booking BR-\d+ was asked for in the portal: Tue 8 Dec 2026 → Thu 10 Dec 2026, 2 days at £45.00 = £90.00$/,
      ),
      'The booking was approved for Tue 8 Dec 2026 → Thu 10 Dec 2026',
      'Notes of staff were saved',
      'The approved booking was cancelled',
    ])
    expect(out).toContain('customer.name: A••• B•••')
    expect(out).toContain('customer.email: a•••@•••')
    for (const secret of ['Ada', 'Byron', 'ada@example.com', '07700900123', 'Harbour Street', 'Knows the way', 'Bea']) {
      expect(out).not.toContain(secret)
    }
    expect(await revelations()).toEqual([])
  })

  it('is found by the reference that people know, with or without its hash sign, in letters of any size', async () => {
    const reference = /Booking (BR-\d+)/.exec((await forecourt('booking', ada.bookingId)).out)?.[1] ?? ''
    for (const called of [reference, `#${reference}`, reference.toLowerCase(), `#${reference.toLowerCase()}`]) {
      expect((await forecourt('booking', called)).out).toContain(`History of booking ${ada.bookingId}`)
    }
  })

  it('is not found by a reference that several have, and then each of them is named', async () => {
    const reference = /Booking (BR-\d+)/.exec((await forecourt('booking', ada.bookingId)).out)?.[1] ?? ''
    const change = `update ${LIVE}.bookings set reference = $1 where booking_id = $2 returning old.reference`
    const { rows } = await world.pool.query<{ reference: string }>(change, [reference, erased.bookingId])
    const asked = await forecourt('booking', reference)
    await world.pool.query(change, [rows[0]?.reference, erased.bookingId])
    expect(asked).toMatchObject({ exit: 2, errors: expect.stringContaining('give the id of one of them instead') })
    for (const { bookingId } of [ada, erased]) expect(asked.errors).toContain(`${bookingId} of harbour-hire`)
  })

  it('shows what is personal to whoever insists, and that they did is in the log', async () => {
    const { out } = await forecourt('booking', ada.bookingId, '--reveal')
    expect(out).toContain('customer.name: Ada Byron')
    expect(out).toContain('notes: Knows the way')
    expect(await revelations()).toEqual([{ subjectIds: [ada.customerId], command: `history booking ${ada.bookingId}` }])
  })

  it('has nothing left to reveal of somebody who was erased', async () => {
    const { out } = await forecourt('booking', erased.bookingId, '--reveal')
    expect(out).toContain('(what was personal in it is erased)')
    expect(out).not.toContain('Quinn')
  })

  it('is told even if one of its events was altered, in what is sealed or in what is not', async () => {
    const bytes = `replace(data::text, left(data ->> 'sealed', 24), reverse(left(data ->> 'sealed', 24)))`
    for (const [type, altered, told] of [
      ['BookingAdminNotesSaved', bytes, '(what is personal in it cannot be read: it was altered, or damaged)'],
      ['BookingApproved', `data::jsonb - 'pickupDate'`, 'BookingApproved (it cannot be read: "forecourt verify" tells'],
    ] as const) {
      const client = await world.pool.connect()
      await client.query('begin; set local session_replication_role = replica; create table kept as table log.events')
      await client.query(`update log.events set data = (${altered})::json where type = '${type}'`)
      await client.query('commit')
      const { exit, out } = await forecourt('booking', ada.bookingId, '--reveal')
      await client.query('begin; set local session_replication_role = replica; delete from log.events')
      await client.query('insert into log.events overriding system value select * from kept; drop table kept; commit')
      client.release()
      expect(out).toContain(told)
      expect(exit).toBe(0)
      expect(out).toContain('The approved booking was cancelled')
    }
  })

  it('is one line of JSON for programs, with who, when, request and position of each', async () => {
    const { out } = await forecourt('booking', ada.bookingId, '--json')
    const { booking, entries } = JSON.parse(out)
    expect(booking).toBe(ada.bookingId)
    expect(entries).toHaveLength(4)
    expect(entries[1]).toMatchObject({
      type: 'BookingApproved',
      who: { kind: 'system', id: 'test' },
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
      position: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/Z$/),
      personal: null,
    })
  })
})

describe('the history of all else', () => {
  it.each(['ab12cde', 'vw golf'])(
    'of a vehicle is found by plate or name, and has its bookings in it: %s',
    async (called) => {
      const { out } = await forecourt('vehicle', called)
      expect(out).toContain('VW Golf was added to the fleet at £45.00 a day, available')
      expect(out.match(/was asked for in the portal/g)).toHaveLength(2)
    },
  )

  it('of a customer is found by their address, and has their bookings in it and no other', async () => {
    const { out } = await forecourt('customer', 'ADA@example.com')
    expect(out).toContain('The driving licence was verified')
    expect(out.match(/was asked for in the portal/g)).toHaveLength(1)
  })

  it('of a business and a member of staff', async () => {
    expect((await forecourt('business', ada.car.tenant.businessId)).out).toContain('Harbour Hire was taken on')
    const { out } = await forecourt('user', 'staff@harbour-hire.example')
    expect(out).toContain('An account was made with the role admin')
    expect(out).toContain('firstName: R•••')
  })

  it.each([
    [['booking', 'BR-1'], 3, 'none of the bookings is called BR-1'],
    [['customer', 'bea@example.com'], 3, 'none of the customers is called bea@example.com'],
    [
      ['booking', '00000000-0000-4000-8000-000000000000.01JD0000000000000000000009'],
      3,
      'nothing is known of the booking',
    ],
    [['parcel', '1'], 2, 'there is no history of "parcel"'],
    [['booking'], 2, 'ID is missing'],
    [['booking', '1', '2'], 2, '"2" is one word too many'],
    [['business', 'nowhere'], 3, 'there is no business nowhere'],
  ])('is refused with its reason: %j', async (line, exit, reason) => {
    const answer = await forecourt(...line)
    expect(answer.exit).toBe(exit)
    expect(answer.errors).toContain(reason)
  })
})

describe('what something led to', () => {
  let asked: Recorded
  let invited: Recorded

  beforeAll(async () => {
    const { story, eventLog } = world
    const { tenant } = ada.car
    const polo = await story.vehicle(tenant, 'VW Polo')
    const rental = await story.request(polo, '2027-01-08', '2027-01-10', { email: 'ida@example.com' })
    const { staff } = tenant
    await story.append(userStream(staff), tenant.businessId, [
      { type: 'UserInvited', data: { userId: staff, passwordVersion: 0, goodUntil: '2026-06-01T08:00:00.000Z' } },
      { type: 'UserSignedIn', data: { userId: staff, sessionRef: 'f'.repeat(64) } },
    ])
    asked = await last(eventLog.read(scheduleStream(polo.vehicleId)), 'BookingRequested')
    invited = await last(eventLog.read(userStream(staff)), 'UserInvited')
    for (const { notificationId, template } of mailsFor(asked)) await sent(asked, notificationId, template)
    await sent(asked, reminderId(rental.bookingId, 'request-waits'), 'request-waits')
    for (const { notificationId, template } of mailsFor(invited)) await sent(invited, notificationId, template)
  })

  it('mails and reminders stand beneath what they follow from: of a booking, its vehicle and its customer', async () => {
    const vehicleId = asked.stream.slice(-36)
    const customerId = asked.metadata.dataSubject ?? ''
    const { bookingId } = JSON.parse(asked.data)
    for (const [noun, id] of [
      ['booking', bookingId],
      ['vehicle', vehicleId],
      // The projector has not heard of this booking yet: the log has.
      ['customer', customerId],
    ] as const) {
      const { out } = await forecourt(noun, id)
      const told = out.split('\n').flatMap((line) => /UTC {2}(└─ .*)$/.exec(line)?.[1] ?? [])
      expect({ noun, told }).toEqual({
        noun,
        told: ['request received', 'new request', 'request waits'].map((mail) => `└─ The mail "${mail}" was sent`),
      })
    }
  })

  it('an invitation stands beneath the account, in the history of the business too, which is not told who signs in', async () => {
    const { businessId, staff } = ada.car.tenant
    for (const [noun, id] of [
      ['user', staff],
      ['business', businessId],
    ] as const) {
      const { out } = await forecourt(noun, id)
      expect(out).toContain('An account was made with the role admin')
      expect(out).toContain('└─ The mail "staff invitation" was sent')
      expect(out.includes('Signed in')).toBe(noun === 'user')
    }
  })

  it('what may be missing because the projector is behind is said, and that a name may be too new to be known', async () => {
    const { businessId } = ada.car.tenant
    expect((await forecourt('business', businessId)).out).toMatch(
      /Not all of it: the projector is at position \d+ of \d+: accounts that were made since are not in this history\.$/,
    )
    expect((await forecourt('customer', 'ida@example.com')).errors).toMatch(/what came since is found by its id only/)
    await rebuild({ ...world.projection(), eventLog: world.eventLog, schema: LIVE })
    expect((await forecourt('business', businessId)).out).not.toContain('Not all of it')
    expect((await forecourt('customer', 'ida@example.com')).exit).toBe(0)
  })
})

const toldOf = ({ out }: { readonly out: string }) =>
  out.split('\n').flatMap((line) => /UTC {2}(.*)$/.exec(line)?.[1] ?? [])

describe('what happened to a booking in the history of its customer', () => {
  let rental: Rental
  let another: Rental

  beforeAll(async () => {
    const { story, eventLog } = world
    const cleo = { name: 'Cleo Marsh', email: 'cleo@example.com' }
    rental = await story.request(ada.car, '2027-03-08', '2027-03-10', cleo)
    another = await story.request(ada.car, '2027-04-08', '2027-04-10', cleo)
    await story.refuseLicence(rental, 'Out of focus')
    await story.approve(rental)
    await story.expireLicence(another)
    await story.expireLicence(rental, null)
    await story.expireLicence(rental)
    await story.verifyLicence(rental)
    const said = await Array.fromAsync(eventLog.read(customerStream(rental.customerId)))
    for (const cause of said) {
      for (const { notificationId, template } of mailsFor(cause)) await sent(cause, notificationId, template)
    }
  })

  it('what was said of their licence because of it is told in its place, with the mails, and nothing said because of another', async () => {
    const told = toldOf(await forecourt('booking', rental.bookingId))
    expect(told).toEqual([
      expect.stringContaining('was asked for in the portal'),
      'The driving licence was refused',
      '└─ The mail "licence refused" was sent',
      'The booking was approved for Mon 8 Mar 2027 → Wed 10 Mar 2027',
      'The driving licence was found to be expired',
      '└─ The mail "licence expired" was sent',
    ])
  })

  it('that they were erased is told once, in the history of each of their bookings, and what was sealed opens no more', async () => {
    const { exit: before } = await forecourt('booking', rental.bookingId, '--reveal')
    await world.story.erase(rental)
    const asked = await forecourt('booking', rental.bookingId, '--reveal')
    expect([before, asked.exit]).toEqual([0, 0])
    expect(toldOf(asked).filter((line) => line.includes('erased'))).toEqual([
      'The customer was erased (asked for it): their key was destroyed',
    ])
    expect(toldOf(asked).at(-1)).toContain('The customer was erased')
    // Of the request and of the refusal.
    expect(asked.out.match(/\(what was personal in it is erased\)/g)).toHaveLength(2)
    expect(asked.out).not.toContain('Out of focus')
    expect(toldOf(await forecourt('booking', another.bookingId)).at(-1)).toContain('The customer was erased')
    expect(toldOf(await forecourt('booking', ada.bookingId)).join()).not.toContain('erased')
  })
})

describe('the history of what operators have seen', () => {
  it('names them, as they say who they are, and whom they saw: members of staff who are named, too', async () => {
    const licensed = await world.story.request(ada.car, '2026-12-28', '2026-12-29', { email: 'joan@example.com' })
    await world.story.verifyLicence(licensed, ada.car.tenant.staff)
    await rebuild({ ...world.projection(), eventLog: world.eventLog, schema: LIVE })
    const jo = { ...settingsOf(world), FORECOURT_OPERATOR: 'Jo of the night shift' }
    const shown = await typed(['history', 'customer', licensed.customerId, '--reveal'], [history], jo)
    expect(shown.exit).toBe(0)
    for (const person of [licensed.customerId, ada.car.tenant.staff]) {
      const { exit, out } = await audited('--person', person)
      expect(exit).toBe(0)
      expect(out).toContain(`was shown to an operator: history customer ${licensed.customerId}`)
      expect(out).toContain('operator Jo of the night shift')
    }
    const byJo = await audited('--operator', 'Jo of the night shift', '--json')
    expect(JSON.parse(byJo.out).entries).toMatchObject([
      { people: [licensed.customerId, ada.car.tenant.staff].toSorted(), who: { id: 'Jo of the night shift' } },
    ])
    expect((await audited('--person', erased.customerId)).out).toMatch(/^[01] of \d+ entries/)
    expect((await audited('--operator', 'nobody')).out).toMatch(/^0 of \d+ entries\.$/)
  })
})
