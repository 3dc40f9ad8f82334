import { userStream } from '@forecourt/domain/streams.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open.ts'

const PATH = '/api/admin/staff'

const given = opened(async (world, desk) => {
  const harbour = await world.story.business('Harbour Hire')
  const northern = await world.story.business('Northern Wheels')
  const robin = await world.story.user(harbour.businessId, 'robin@harbour-hire.example')
  await world.caughtUp()
  const staff = await desk.signIn(harbour)
  return { harbour, northern, robin, staff, robins: await desk.signIn({ ...harbour, staff: robin }) }
})

const statuses = (body: unknown) =>
  Array.isArray(body) ? body.map(({ email, status }) => `${email} ${status}`) : undefined

describe('GET /api/admin/staff', () => {
  it('lists the staff of the own business, those who were there first in front', async () => {
    const { desk, staff, harbour, robin } = given()
    const { status, body } = await desk.get(PATH, { session: staff })
    const named = { firstName: 'Robin', lastName: 'Desk', status: 'active', createdAt: expect.any(String) }
    expect([status, body]).toEqual([
      200,
      [
        { id: harbour.staff, email: 'staff@harbour-hire.example', ...named },
        { id: robin, email: 'robin@harbour-hire.example', ...named },
      ],
    ])
  })

  it('says who is invited, active and shut out, whichever fact comes first, and tells open dashboards', async () => {
    const { desk, world, staff, harbour, robin, robins } = given()
    const { businessId } = harbour
    const ear = await (await desk.listen(staff)).listens()
    const link = { userId: robin, passwordVersion: 0, goodUntil: '2026-05-01T10:00:00.000Z' }
    const happen = async (stream: string, type: string, data: object) => {
      const { position } = await world.story.append(stream, businessId, [{ type, data }])
      return statuses((await desk.get(PATH, { session: staff, seen: position })).body)?.[1]
    }
    const own = userStream(robin)
    expect(await happen(own, 'UserInvited', link)).toBe('robin@harbour-hire.example invited')
    expect(await happen(own, 'UserPasswordResetRequested', link)).toBe('robin@harbour-hire.example invited')
    expect(await happen(own, 'UserPasswordChanged', { userId: robin })).toBe('robin@harbour-hire.example active')
    expect((await desk.get(PATH, { session: robins })).status).toBe(200)
    const member = { businessId, userId: robin }
    const out = await happen(`rent.business-${businessId}`, 'BusinessMemberDeactivated', member)
    expect(out).toBe('robin@harbour-hire.example deactivated')
    expect((await desk.get(PATH, { session: robins })).status).toBe(401)
    expect(await happen(own, 'UserDeactivated', { userId: robin, reason: 'x' })).toMatch(/deactivated$/)
    expect(await happen(`rent.business-${businessId}`, 'BusinessMemberReactivated', member)).toMatch(/ active$/)
    expect(await happen(own, 'UserReactivated', { userId: robin })).toMatch(/ active$/)
    await expect.poll(() => ear.lists.flat()).toContain('staff')
    ear.close()
  })

  it('is for the signed-in', async () => {
    expect((await given().desk.get(PATH)).status).toBe(401)
  })
})
