import { isAcknowledged } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { calendarDifferences, fleetDifferences, portalIn } from './portal-in-log.ts'

/** As violations name it. */
const WHEN = 'at the end'

/**
 * Once all has followed, the portal of a business is what the log says: each of its vehicles with the status that it had last, and
 * with the days on which it cannot be had, those that are kept free around bookings among them (decisions: bookings). A visitor may
 * be shown a body that was kept since people were busy: right rows do not prove it right.
 */
export function faultsOfPortals({ history, log }: Evidence): string[] {
  const portal = portalIn(log)
  const looks = history.requests.filter(({ asked }) => asked.atTheEnd === true).filter(isAcknowledged)
  return history.tenants.flatMap(({ businessId }) => {
    const theirs = looks.filter((look) => look.businessId === businessId)
    const vehicles = portal.fleet(businessId, 'end')
    const fleet = theirs.filter(({ call }) => call === 'fleet')
    return [
      ...(fleet.length === 0 ? [`nobody has looked at the fleet of ${businessId}`] : []),
      ...fleet.flatMap((look) => fleetDifferences(businessId, vehicles, look, WHEN)),
      ...vehicles.flatMap((vehicle) => {
        const its = theirs.filter(({ call, asked }) => call === 'bookedDates' && asked.id === vehicle.id)
        if (its.length === 0) return [`nobody has looked when ${vehicle.id} can be had`]
        return its.flatMap((look) => calendarDifferences(vehicle, look, WHEN))
      }),
    ]
  })
}
