import { addStaff } from '@forecourt/command/account/add-staff.ts'
import type { Call as CommandCall } from '@forecourt/command/log/call.ts'
import type { Call } from '@forecourt/contracts/calls/call.ts'
import type { UserId } from '@forecourt/domain/ids.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintPasswordToken } from '@forecourt/kit/password-link.ts'
import type { Platform } from '../../system/support/platform.ts'
import type { Tenant } from '../../system/support/tenant.ts'
import { thingOf } from './requests.ts'

/** Somebody of a business's staff. */
export interface Colleague {
  readonly userId: UserId
  readonly email: string
  readonly password: string
  readonly slug: string
}

const operator: CommandCall = { actor: { kind: 'operator', name: 'system test' }, now: () => new Date() }

/**
 * Colleagues of a business: one for each call that is about somebody of the staff, and one more, who is left alone.
 * @param mark stands in all that is written about them, and in nothing else
 */
export async function hire(platform: Platform, { businessId, slug }: Tenant, calls: readonly Call[], mark: string) {
  const hireOne = async (what: string): Promise<Colleague> => {
    const who = { email: `canary-${what}-${mark}@staff.example`, password: `password of ${what} ${mark}` }
    const [firstName, lastName] = [`Canary ${what} ${mark}`, `Colleague ${what} ${mark}`]
    const staff = { businessId, firstName, lastName, ...who }
    const added = await addStaff(platform.core, platform.pool, operator, staff)
    if (!added.ok) throw new Error(added.refusal.code)
    return { userId: added.answer.userId, slug, ...who }
  }
  const companion = await hireOne('companion')
  const byCall = new Map<string, Colleague>()
  for (const call of calls.filter((one) => thingOf(one) === 'staff')) byCall.set(call.id, await hireOne(call.id))
  return { companion, for: (callId: string) => byCall.get(callId) ?? companion, all: [companion, ...byCall.values()] }
}

/** A token with which this person could choose a password now. */
export async function passwordToken({ pool, lookupKey }: Platform, { userId }: Colleague): Promise<string> {
  const { rows } = await pool.query<{ password_version: number }>(
    'select password_version from public.credentials where user_id = $1',
    [userId],
  )
  const goodUntil = new Date(Date.now() + 3_600_000)
  const passwordVersion = rows[0]?.password_version ?? 0
  return mintPasswordToken(keyFromBase64(lookupKey), { userId, passwordVersion, goodUntil })
}
