import { LRUCache } from 'lru-cache'
import type { Changes } from '../changes.ts'
import type { Via } from './reads.ts'
import type { Tenant } from './tenants.ts'

/**
 * How long a look-up answers, in milliseconds: also when the connection that hears of changes has fallen silent without
 * anybody noticing, when another read model takes the place of this one, and at midnight.
 */
export const KEPT_FOR = 1_000
/** As many are remembered. One takes some 500 bytes. */
const TENANTS = 10_000
/** Slugs and vehicles: whoever looks at a fleet asks for each of its vehicles. */
const KEYS = 50_000

/** What a visitor knows who has proven nothing. */
type ByName = Extract<Via, { readonly by: 'slug' | 'vehicle' }>

/** Told apart, because a slug may look like an id. */
export const keyOf = (via: ByName): string => (via.by === 'slug' ? `slug ${via.slug}` : `vehicle ${via.vehicleId}`)

/**
 * Tenants as they were looked up last, until a change of theirs is told: for visitors, who then cost no statement at all
 * (PERFORMANCE, "Reads"). A visitor sees a change later than before by the time that a notice takes; in one process nobody is
 * shown older rows than somebody was before. Nothing is kept of what is not there, so that what is new is there at once.
 *
 * Not for whoever has written something (`seen`), signed in or holds a link: a session or a link that is over is over at once.
 */
export interface KeptTenants {
  find(via: ByName): Tenant | undefined
  /** Call it before the statement is sent, and `end` when it is answered: what changes between the two is not kept. */
  begin(): LookUpUnderWay
  /** Somebody was shown other rows of the tenant than those of its look-up. */
  movedOn(businessId: string): void
}

export interface LookUpUnderWay {
  /** @param key what it was found by ({@link keyOf}), if visitors ask by that */
  keep(tenant: Tenant, key?: string): void
  end(): void
}

/** What may make an answer out of date that is still on its way. */
interface Meanwhile {
  readonly changed: Set<string>
  /** Something may have changed unheard. */
  unheard: boolean
}

/**
 * @param now clock of the look-ups, which say what day it is
 * @param monotonic clock that nobody sets, in milliseconds
 */
export function keepTenants(
  changes: Changes,
  now: () => Date,
  monotonic: () => number = () => performance.now(),
): KeptTenants {
  const tenants = new LRUCache<string, { readonly tenant: Tenant; readonly asked: Instants }>({ max: TENANTS })
  /**
   * Whose a key is, in which version of the fleet: that changes with a slug, with a vehicle, and with whether the business is
   * active.
   */
  const places = new LRUCache<string, { readonly businessId: string; readonly fleet: string }>({ max: KEYS })
  const underWay = new Set<Meanwhile>()

  const drop = (businessId: string): void => {
    tenants.delete(businessId)
    for (const { changed } of underWay) changed.add(businessId)
  }
  changes.tell({
    onChange: ({ businessId }) => drop(businessId),
    onListening: () => {},
    onLost: () => {
      tenants.clear()
      for (const meanwhile of underWay) meanwhile.unheard = true
    },
  })

  const instants = (): Instants => ({ wall: now().getTime(), monotonic: monotonic() })
  const isYoung = (asked: Instants): boolean => {
    const at = instants()
    const age = at.wall - asked.wall
    return age >= 0 && age < KEPT_FOR && at.monotonic - asked.monotonic < KEPT_FOR
  }

  return {
    find(via) {
      const place = places.get(keyOf(via))
      if (place === undefined) return undefined
      const kept = tenants.get(place.businessId)
      if (kept === undefined || kept.tenant.parts.fleet !== place.fleet || !isYoung(kept.asked)) return undefined
      return kept.tenant
    },
    begin() {
      const meanwhile: Meanwhile = { changed: new Set(), unheard: !changes.listening }
      underWay.add(meanwhile)
      const asked = instants()
      return {
        keep(tenant, key) {
          const { businessId } = tenant
          const before = tenants.get(businessId)
          // Which of the two is older is not asked: the next look-up tells.
          if (before !== undefined && before.tenant.version !== tenant.version) drop(businessId)
          if (meanwhile.unheard || meanwhile.changed.has(businessId)) return
          tenants.set(businessId, { tenant, asked })
          if (key !== undefined) places.set(key, { businessId, fleet: tenant.parts.fleet })
        },
        end: () => void underWay.delete(meanwhile),
      }
    },
    movedOn: drop,
  }
}

interface Instants {
  readonly wall: number
  readonly monotonic: number
}
