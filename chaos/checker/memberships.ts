import { BusinessMemberDeactivated, BusinessMemberReactivated } from '@forecourt/domain/business/events.ts'
import { UserDeactivated, UserReactivated } from '@forecourt/domain/user/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import type { Turn } from './told.ts'

/** Whether somebody of the staff was let in from a place in the log on. */
export interface Membership extends Turn {
  readonly isIn: boolean
}

/** What is said of somebody in two streams, one after the other; they are let in while both say so. */
export interface Memberships {
  readonly byBusiness: readonly Membership[]
  readonly byAccount: readonly Membership[]
}

/** Of each stream the turns. */
export const bothOf = ({ byBusiness, byAccount }: Memberships) => [byBusiness, byAccount] as const

const AT_FIRST: Membership = { at: 0, position: undefined, isIn: true }

const SAYS: Readonly<Record<string, readonly [where: keyof Memberships, isIn: boolean]>> = {
  [BusinessMemberDeactivated.type]: ['byBusiness', false],
  [BusinessMemberReactivated.type]: ['byBusiness', true],
  [UserDeactivated.type]: ['byAccount', false],
  [UserReactivated.type]: ['byAccount', true],
}

const Somebody = z.object({ userId: z.string() })

/** Whom an event shuts out or lets in; undefined when it is about something else. */
export function memberIn({ type, data }: Recorded): { readonly userId: string; readonly isIn: boolean } | undefined {
  const says = SAYS[type]
  return says === undefined ? undefined : { ...Somebody.parse(JSON.parse(data)), isIn: says[1] }
}

/** How it was with each of the staff, by their ids. At first everybody is let in. */
export function membershipsIn(log: readonly Recorded[]): (userId: string) => Memberships {
  const known = new Map<string, { byBusiness: Membership[]; byAccount: Membership[] }>()
  for (const event of log) {
    const [says, member] = [SAYS[event.type], memberIn(event)]
    if (says === undefined || member === undefined) continue
    const of = known.get(member.userId) ?? { byBusiness: [AT_FIRST], byAccount: [AT_FIRST] }
    of[says[0]].push({ at: event.recordedAt.getTime(), position: event.position, isIn: member.isIn })
    known.set(member.userId, of)
  }
  return (userId) => known.get(userId) ?? { byBusiness: [AT_FIRST], byAccount: [AT_FIRST] }
}
