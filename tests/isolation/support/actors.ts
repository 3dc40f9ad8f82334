import { createHmac } from 'node:crypto'
import { addStaff } from '@forecourt/command/account/add-staff.ts'
import { deactivateUser } from '@forecourt/command/account/deactivate.ts'
import { deactivateBusiness } from '@forecourt/command/business/deactivate.ts'
import type { Call } from '@forecourt/command/log/call.ts'
import type { Platform } from '../../system/support/platform.ts'
import { cookieOf } from './ask.ts'
import type { Estate } from './estate.ts'

/** Somebody who calls. */
export interface Actor {
  readonly name: string
  readonly cookie: string | undefined
  /** The business whose things are their own, or would be if they were let in. */
  readonly home: Estate
  /** Whether they are let in to what is for members. */
  readonly isStaff: boolean
}

const operator: Call = { actor: { kind: 'operator', name: 'system test' }, now: () => new Date() }

/** Everybody of SECURITY rule 2. Closes the business `closed`. */
export async function everybody(platform: Platform, ours: Estate, theirs: Estate, closed: Estate): Promise<Actor[]> {
  const { pool, core } = platform
  const { slug, credentials } = ours.tenant
  const signIn = () => cookieOf(platform, credentials)
  const nobody = (name: string, cookie: string | undefined, home = ours): Actor => ({
    name,
    cookie,
    home,
    isStaff: false,
  })

  const leaver = { email: `leaver@${slug}.example`, password: `password of a leaver of ${slug}`, slug }
  const added = await addStaff(core, pool, operator, { businessId: ours.tenant.businessId, ...leaver })
  if (!added.ok) throw new Error(added.refusal.code)
  const { userId } = added.answer
  const left = await cookieOf(platform, leaver)
  const restoreLeft = await whenDropped(platform, left, () =>
    deactivateUser(core, pool, operator, userId, { reason: 'left' }),
  )
  const leaversSession = await restoreLeft()

  const restoreClosed = await whenDropped(platform, closed.cookie, () =>
    deactivateBusiness(core, pool, operator, closed.tenant.businessId, 'unpaid'),
  )
  const closedSession = await restoreClosed()

  const [expired, idle, out] = [await signIn(), await signIn(), await signIn()]
  await pool.query(
    `update public.sessions
     set sess = jsonb_set(sess::jsonb, '{member,signedInAt}', to_jsonb($2::text))::json
     where sid = $1`,
    [sessionIdIn(expired), new Date(Date.now() - 12.1 * 3_600_000).toISOString()],
  )
  await pool.query(`update public.sessions set expire = now() - interval '1 second' where sid = $1`, [
    sessionIdIn(idle),
  ])
  await pool.query('delete from public.sessions where sid = $1', [sessionIdIn(out)])
  const real = sessionIdIn(ours.cookie)
  const forged = createHmac('sha256', 'a guess at the secret').update(real).digest('base64').replace(/=+$/, '')

  return [
    { name: 'own staff', cookie: ours.cookie, home: ours, isStaff: true },
    { name: "other tenant's staff", cookie: theirs.cookie, home: theirs, isStaff: true },
    nobody('anonymous', undefined),
    nobody('deactivated user', leaversSession),
    nobody('user of a deactivated business', closedSession, closed),
    nobody('session of twelve hours', expired),
    nobody('session idle for two hours', idle),
    nobody('session that was signed out', out),
    nobody('cookie with a forged signature', cookieWith(`s:${real}.${forged}`)),
    nobody('cookie without a signature', cookieWith(real)),
    nobody('cookie with an empty signature', cookieWith(`s:${real}.`)),
  ]
}

const cookieWith = (value: string) => `forecourt.sid=${encodeURIComponent(value)}`

/** The session's id, which the cookie carries with a signature. */
export function sessionIdIn(cookie: string): string {
  const value = decodeURIComponent(cookie.split(/[=;]/)[1] ?? '')
  return value.slice(2, value.lastIndexOf('.'))
}

/**
 * Lets `drop` end a session, and can bring its row back: whoever was shut out stays out even with a session that was made
 * in that moment.
 */
async function whenDropped({ pool }: Platform, cookie: string, drop: () => Promise<unknown>) {
  const sid = sessionIdIn(cookie)
  const { rows } = await pool.query<{ sess: unknown; expire: Date }>(
    'select sess, expire from public.sessions where sid = $1',
    [sid],
  )
  await drop()
  const gone = await pool.query('select from public.sessions where sid = $1', [sid])
  if (rows[0] === undefined || gone.rowCount !== 0) throw new Error('the session was not ended')
  const { sess, expire } = rows[0]
  return async () => {
    await pool.query('insert into public.sessions (sid, sess, expire) values ($1, $2, $3)', [
      sid,
      JSON.stringify(sess),
      expire,
    ])
    return cookie
  }
}
