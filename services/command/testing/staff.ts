import { randomUUID } from 'node:crypto'
import { UserId } from '@forecourt/domain/ids.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { mintPasswordToken } from '@forecourt/kit/password-link.ts'
import { addStaff } from '../account/add-staff.ts'
import type { Browser } from './browser.ts'
import type { Running, Tenant, World } from './world.ts'

/** Somebody more of a business, who has a password already. */
export async function colleagueOf(of: Tenant, { core, pool }: Running, world: World): Promise<Tenant> {
  const [email, password] = [`colleague-${randomUUID()}@example.com`, 'password of a colleague']
  const added = await addStaff(core, pool, world.call(), { businessId: of.businessId, email, password })
  if (!added.ok) throw new Error(added.refusal.code)
  return { ...of, userId: added.answer.userId, email, password }
}

/** What the log says of a user. */
export async function factsOf(userId: string, world: World): Promise<Recorded[]> {
  const stream = userStream(UserId.parse(userId))
  return (await world.events()).filter((event) => event.stream === stream)
}

/** The token of the link that was mailed to somebody last, as the mailer makes it from the log. */
export async function tokenOf(userId: string, { core }: Running, world: World): Promise<string> {
  const fact = (await factsOf(userId, world)).findLast(({ type }) => LINKS.has(type))
  const { passwordVersion, goodUntil } = JSON.parse(fact?.data ?? '{}')
  return mintPasswordToken(core.lookupKey, { userId, passwordVersion, goodUntil: new Date(goodUntil) })
}

const LINKS: ReadonlySet<string> = new Set(['UserInvited', 'UserPasswordResetRequested'])

/** Shuts a colleague out, or lets them in again. */
export const changeStatus = (by: Browser, id: string, status: 'active' | 'deactivated') =>
  by.put(`/api/admin/staff/${id}/status`, { status })
