import { isDatabaseDown } from '@forecourt/kit/database-down.ts'
import { unavailable } from '@forecourt/kit/problem.ts'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import { PARTS, type Part, versionColumn } from '../projection/parts.ts'
import { gathered } from './gather.ts'
import type { ByName, KeptTenants } from './kept-tenants.ts'

/** Whose rows are read, and how far they have come. */
export interface Tenant {
  readonly businessId: string
  /**
   * Changes whenever a row of the tenant does: position of the last event, releases of parked streams, and the generation,
   * because a read model that was built anew comes to the same position with other rows.
   */
  readonly version: string
  /** The version of a part of the rows, which stays while only others change. */
  readonly parts: Readonly<Record<Part, string>>
  /** The business's own today, `YYYY-MM-DD`. */
  readonly today: string
}

/** A signed-in member of staff. Their session decides about the tenant, nothing else does (SECURITY rule 1). */
export interface SignedIn extends Tenant {
  readonly userId: string
}

/** Who is asking, and on whose rows: found by session, by a business's slug or by a vehicle. */
export interface Tenants {
  /** Undefined: no such session, it is over, or its user or business is not active. */
  ofSession(sessionId: string): Promise<SignedIn | undefined>
  /** As `ofSession`, but looking is no use of the session: it does not put off its end. */
  stillOfSession(sessionId: string): Promise<SignedIn | undefined>
  /** Undefined: no such business, or it is not active. */
  ofSlug(slug: string): Promise<Tenant | undefined>
  /** Undefined: no such vehicle, it was removed, or its business is not active. */
  ofVehicle(vehicleId: string): Promise<Tenant | undefined>
  /** Of a caller who has proven that they mean this business. Undefined: no such business, or it is not active. */
  ofBusiness(businessId: string): Promise<Tenant | undefined>
}

export const tenantColumns = {
  business_id: z.string(),
  // One driver gives it as text, the other as a number.
  version: z.coerce.bigint(),
  // A read model before shape 12 has none.
  fleet_version: z.optional(z.coerce.bigint()),
  figures_version: z.optional(z.coerce.bigint()),
  released: z.number(),
  generation: z.string(),
  today: z.string(),
}
const TenantRow = z.object(tenantColumns)

export function tenantFrom(row: z.infer<typeof TenantRow>): Tenant {
  const of = (version: bigint = row.version) => versionOf({ ...row, version })
  return {
    businessId: row.business_id,
    version: of(),
    parts: { fleet: of(row.fleet_version), figures: of(row.figures_version) },
    today: row.today,
  }
}

/** The version as one text, from the parts that the read model keeps. */
export function versionOf(row: {
  readonly version: bigint | string
  readonly released: number
  readonly generation: string
}): string {
  return `${row.version}.${row.released}.${row.generation}`
}

const MemberRow = z.object({ ...tenantColumns, sid: z.string(), user_id: z.string(), roll_forward: z.boolean() })
const SlugRow = z.object({ ...tenantColumns, slug: z.string() })
const VehicleRow = z.object({ ...tenantColumns, vehicle_id: z.string() })

/** A kind of look-up: its statement, its rows, and the key that each of them was found by. */
interface Kind<Row> {
  readonly name: keyof typeof LOOK_UPS
  readonly row: z.ZodType<Row>
  readonly keyOf: (row: Row) => string
  /** How a visitor asks for the tenant that a key leads to; without it, none does. */
  readonly byName?: (key: string) => ByName
}

const MEMBERS: Kind<z.infer<typeof MemberRow>> = { name: 'members', row: MemberRow, keyOf: ({ sid }) => sid }
const SLUGS: Kind<z.infer<typeof SlugRow>> = {
  name: 'slugs',
  row: SlugRow,
  keyOf: ({ slug }) => slug,
  byName: (slug) => ({ by: 'slug', slug }),
}
const VEHICLES: Kind<z.infer<typeof VehicleRow>> = {
  name: 'vehicles',
  row: VehicleRow,
  keyOf: (row) => row.vehicle_id,
  byName: (vehicleId) => ({ by: 'vehicle', vehicleId }),
}
const BUSINESSES: Kind<z.infer<typeof TenantRow>> = {
  name: 'businesses',
  row: TenantRow,
  keyOf: (row) => row.business_id,
}

/** @param tenant the columns of {@link tenantColumns} that are there */
const lookUpsWith = (tenant: string) => ({
  members: `select sid, user_id, roll_forward, ${tenant} from members($1::text[], $2::timestamptz)`,
  slugs: `select slug, ${tenant} from tenants_of_slugs($1::text[], $2::timestamptz)`,
  vehicles: `select vehicle_id, ${tenant} from tenants_of_vehicles($1::uuid[], $2::timestamptz)`,
  businesses: `select ${tenant} from tenants_by_id($1::uuid[], $2::timestamptz)`,
})

const WHOLE = 'business_id, version, released, generation, today::text'
/**
 * The look-ups, each a prepared statement: they come before every answer, and the server takes longer to parse and plan one
 * than to run it. They name what they want, because a read model of another shape may give more.
 */
const LOOK_UPS = lookUpsWith([WHOLE, ...PARTS.map(versionColumn)].join(', '))
const LOOK_UPS_BEFORE_PARTS = lookUpsWith(WHOLE)

/**
 * A read model of an older shape is shown until the new one is made, which may take hours: so long, in milliseconds, it is not
 * asked again for what it does not have. Meanwhile its parts change with all of it.
 */
const OLDER_FOR = 5_000

/**
 * Looks up tenants, many callers in one statement.
 * @param pool see `openLookUps`
 * @param now clock, for the ends of sessions and for today
 * @param onIdle a session whose end should be moved, because it is in use
 * @param kept is told of every tenant that is found
 */
export function createTenants(
  pool: pg.Pool,
  now: () => Date,
  onIdle: (sessionId: string) => void,
  kept?: Pick<KeptTenants, 'begin'>,
): Tenants {
  /** Until when the read model is taken for one of before there were versions of parts. */
  let olderUntil = 0
  async function rowsOf<Row>({ name, row }: Kind<Row>, keys: readonly string[]): Promise<readonly Row[]> {
    const values = [keys, now().toISOString()]
    const ask = async (statement: { readonly name: string; readonly text: string }) =>
      z.array(row).parse((await pool.query({ ...statement, values })).rows)
    if (performance.now() >= olderUntil) {
      try {
        return await ask({ name, text: LOOK_UPS[name] })
      } catch (error) {
        if (!isUndefinedColumn(error)) throw error
        olderUntil = performance.now() + OLDER_FOR
      }
    }
    return await ask({ name: `${name}, before parts`, text: LOOK_UPS_BEFORE_PARTS[name] })
  }
  async function lookUp<Row extends z.infer<typeof TenantRow>>(kind: Kind<Row>, keys: readonly string[]) {
    const { keyOf, byName } = kind
    const lookUpUnderWay = kept?.begin()
    try {
      const found = new Map<string, { readonly row: Row; readonly tenant: Tenant }>()
      for (const row of await rowsOf(kind, keys)) found.set(keyOf(row), { row, tenant: tenantFrom(row) })
      for (const key of keys) {
        const tenant = found.get(key)?.tenant
        if (tenant !== undefined) lookUpUnderWay?.keep(tenant, byName?.(key))
        else if (byName !== undefined) lookUpUnderWay?.absent(byName(key))
      }
      return found
    } finally {
      lookUpUnderWay?.end()
    }
  }
  const tenantsBy = <Row extends z.infer<typeof TenantRow>>(kind: Kind<Row>) =>
    gathered(async (keys) => {
      const found = await lookUp(kind, keys)
      return new Map(Array.from(found, ([key, { tenant }]) => [key, tenant]))
    })
  const membersBy = (onUse: (sessionId: string) => void) =>
    gathered(async (sessionIds) => {
      const found = await lookUp(MEMBERS, sessionIds)
      for (const { row } of found.values()) if (row.roll_forward) onUse(row.sid)
      return new Map(Array.from(found, ([sid, { row, tenant }]) => [sid, { ...tenant, userId: row.user_id }]))
    })
  const ofSession = membersBy(onIdle)
  const stillOfSession = membersBy(() => {})
  const ofSlug = tenantsBy(SLUGS)
  const ofVehicle = tenantsBy(VEHICLES)
  const ofBusiness = tenantsBy(BUSINESSES)
  return {
    ofSession: (sessionId) => answered(ofSession(sessionId)),
    stillOfSession: (sessionId) => answered(stillOfSession(sessionId)),
    ofSlug: (slug) => answered(ofSlug(slug)),
    ofVehicle: (vehicleId) => answered(ofVehicle(vehicleId)),
    ofBusiness: (businessId) => answered(ofBusiness(businessId)),
  }
}

/**
 * The database's answer. That it gave none is the caller's 503, never a statement about what they asked for.
 * @throws {Problem} 503
 */
export async function answered<Value>(asking: Promise<Value>): Promise<Value> {
  try {
    return await asking
  } catch (error) {
    throw isDatabaseDown(error) ? unavailable(error) : error
  }
}

const isUndefinedColumn = (error: unknown): boolean => error instanceof DatabaseError && error.code === '42703'
