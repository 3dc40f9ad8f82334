import { LRUCache } from 'lru-cache'
import type { Changes } from '../changes.ts'
import type { Via } from './reads.ts'
import type { Tenant } from './tenants.ts'

/**
 * How long a look-up answers, in milliseconds: also when the connection that hears of changes has fallen silent without
 * anybody noticing, and at midnight.
 */
const KEPT_FOR = 1_000
/** So many businesses, and so many of their slugs and vehicles, are remembered: some 15 MB at most. */
const TENANTS = 5_000
const PLACES = 20_000

/** What a visitor knows who has proven nothing. */
export type ByName = Extract<Via, { readonly by: 'slug' | 'vehicle' }>

/**
 * Tenants as they were looked up last, until a change of theirs is told: for visitors, who then cost no statement at all
 * (PERFORMANCE, "Reads"). A visitor sees a change later by the time that a notice takes, and one of several processes may hear of
 * it before another. In one process nobody is shown older rows than somebody was before; only what is made of rows by itself, an
 * export or a contract, does not say what it has shown. Nothing is kept of what is not there, so that what is new is there at
 * once.
 *
 * Only for what everybody may see, and for whoever has not said that they have written something (`seen`): a session and a
 * booking's link are looked up each time, because they are over at once.
 */
export interface KeptTenants {
  /** The tenant as it was looked up within the last second, unless a change has been told of since. */
  find(via: ByName): Tenant | undefined
  /** Call it before the statement is sent, and `end` when it is answered: what changes between the two is not kept. */
  begin(): LookUpUnderWay
  /** Somebody was shown other rows of the tenant than those of its look-up, or that it is not there any more. */
  movedOn(businessId: string): void
}

export interface LookUpUnderWay {
  /** @param via what it was found by, if visitors ask by that */
  keep(tenant: Tenant, via?: ByName): void
  /** Nothing, or nobody active, was found. */
  absent(via: ByName): void
  end(): void
}

/** A moment, by the clock on the wall and by one that nobody sets, in milliseconds. */
interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** What may make an answer out of date that is still on its way. */
interface Meanwhile {
  readonly changed: Set<string>
  /** Anything may have changed. */
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
  const tenants = new LRUCache<string, { readonly tenant: Tenant; readonly asked: Moment }>({ max: TENANTS })
  /**
   * Whose a slug or a vehicle is, in which version of the fleet: that changes with a slug, with a vehicle, and with whether the
   * business is active.
   */
  const places = new LRUCache<string, { readonly businessId: string; readonly fleet: string }>({ max: PLACES })
  const underWay = new Set<Meanwhile>()

  const drop = (businessId: string): void => {
    tenants.delete(businessId)
    for (const { changed } of underWay) changed.add(businessId)
  }
  changes.subscribe({
    onChange: ({ businessId }) => drop(businessId),
    onGap: () => {
      tenants.clear()
      for (const meanwhile of underWay) meanwhile.unheard = true
    },
  })

  const moment = (): Moment => ({ wall: now().getTime(), monotonic: monotonic() })
  const youngOf = (businessId: string) => {
    const kept = tenants.get(businessId)
    if (kept === undefined) return undefined
    const at = moment()
    const age = at.wall - kept.asked.wall
    return age >= 0 && age < KEPT_FOR && at.monotonic - kept.asked.monotonic < KEPT_FOR ? kept : undefined
  }

  return {
    find(via) {
      const place = places.get(keyOf(via))
      const kept = place && youngOf(place.businessId)?.tenant
      return kept?.parts.fleet === place?.fleet ? kept : undefined
    },
    begin() {
      const meanwhile: Meanwhile = { changed: new Set(), unheard: !changes.listening }
      underWay.add(meanwhile)
      const asked = moment()
      return {
        keep(tenant, via) {
          const { businessId } = tenant
          const before = youngOf(businessId)
          // Which of the two is older nobody knows: the next look-up tells. Both are shown, whether they are kept or not.
          if (before !== undefined && before.tenant.version !== tenant.version) drop(businessId)
          if (meanwhile.unheard || meanwhile.changed.has(businessId)) {
            drop(businessId)
            return
          }
          if (before === undefined || before.asked.monotonic < asked.monotonic)
            tenants.set(businessId, { tenant, asked })
          if (via !== undefined) places.set(keyOf(via), { businessId, fleet: tenant.parts.fleet })
        },
        absent(via) {
          const place = places.get(keyOf(via))
          if (place !== undefined) drop(place.businessId)
        },
        end() {
          underWay.delete(meanwhile)
          // From here on nobody would say that it has changed.
          meanwhile.unheard = true
        },
      }
    },
    movedOn: drop,
  }
}

/** Told apart, because a slug may look like an id. */
const keyOf = (via: ByName): string => (via.by === 'slug' ? `slug ${via.slug}` : `vehicle ${via.vehicleId}`)
