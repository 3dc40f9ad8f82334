import { randomUUID } from 'node:crypto'
import { sessionCookieName } from '@forecourt/kit/session.ts'
import { sign } from 'cookie-signature'
import type pg from 'pg'

/** A business with a fleet, as rows. */
export interface YardstickBusiness {
  readonly id: string
  readonly slug: string
  readonly vehicles: readonly string[]
}

/** Adds a business with so many vehicles, all alike but for their names. */
export async function addBusiness(pool: pg.Pool, slug: string, vehicleCount: number): Promise<YardstickBusiness> {
  const id = randomUUID()
  await pool.query('insert into businesses (id, slug, name) values ($1, $2, $3)', [id, slug, `Hire ${slug}`])
  const vehicles = Array.from({ length: vehicleCount }, () => randomUUID())
  await pool.query(
    `insert into vehicles (
       id, business_id, name, category, capacity, transmission, fuel_type, daily_rate, license_plate, year
     )
     select id, $2, 'VW Golf ' || n, 'compact', 5, 'manual', 'petrol', 4500, 'AB12 C' || n, 2024
     from unnest($1::uuid[]) with ordinality vehicle(id, n)`,
    [vehicles, id],
  )
  return { id, slug, vehicles }
}

/** Signs somebody of the business in. @returns their `Cookie` header */
export async function signIn(
  pool: pg.Pool,
  businessId: string,
  { publicUrl, secret }: { readonly publicUrl: string; readonly secret: string },
): Promise<string> {
  const sessionId = randomUUID()
  const member = { userId: randomUUID(), businessId, signedInAt: new Date().toISOString() }
  await pool.query(`insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '2 hours')`, [
    sessionId,
    JSON.stringify({ cookie: { httpOnly: true, path: '/', sameSite: 'lax' }, member }),
  ])
  return `${sessionCookieName(publicUrl)}=${encodeURIComponent(`s:${sign(sessionId, secret)}`)}`
}
