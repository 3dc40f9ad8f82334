import { type Answered, isAcknowledged } from '../checker/commands.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { asked, otherwise, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

export const SCREENS: Invariant = 'at the end each screen is what a process says that has kept nothing'

export const isLook =
  (call: string, ...screens: readonly string[]) =>
  (request: Request): request is Answered =>
    isAcknowledged(request) && request.call === call && screens.includes(String(request.asked.screens))

export const PLANTED_IN_SCREENS: readonly Planted[] = [
  {
    bug: 'figures were kept that are not of the rows any more',
    violates: SCREENS,
    says: /^stats year \d+ month \d+ of \S+ \(\d+, kept\) is not what a process says that has kept nothing$/,
    plant: (good) => asked(good, isLook('stats', 'kept'), (one) => otherwise(one, { body: 'another' })),
  },
  {
    bug: 'one of two processes that have kept nothing says something else',
    violates: SCREENS,
    says: /^listCustomers of \S+ \(x, afresh\) is not what a process says that has kept nothing$/,
    plant: (good) => {
      const look = good.history.requests.find(isLook('listCustomers', 'afresh'))
      if (look === undefined) throw new Error('a good run has nothing like that')
      const other = { ...look, id: 'x', ...otherwise(look, { body: 'another' }) }
      return told(good, { requests: [...good.history.requests, other] })
    },
  },
  {
    bug: 'nobody knows what a screen showed',
    violates: SCREENS,
    says: /^settings of \S+ \(\d+, kept\) is not what/,
    plant: (good) => asked(good, isLook('settings', 'kept'), (one) => otherwise(one, { body: null })),
  },
  {
    bug: 'nobody has looked at the vehicles’ figures',
    violates: SCREENS,
    says: /^nobody has looked at carPerformance of \S+$/,
    plant: (good) =>
      told(good, { requests: good.history.requests.filter((one) => !isLook('carPerformance', 'kept', 'afresh')(one)) }),
  },
  {
    bug: 'nobody has looked at maintenance before its processes were ended',
    violates: SCREENS,
    says: /^listMaintenance of \S+ was not looked at before its processes were ended$/,
    plant: (good) =>
      told(good, { requests: good.history.requests.filter((one) => !isLook('listMaintenance', 'kept')(one)) }),
  },
  {
    bug: 'nobody has looked at the fleet after its processes were ended',
    violates: SCREENS,
    says: /^listVehicles of \S+ was not looked at after its processes were ended$/,
    plant: (good) =>
      told(good, { requests: good.history.requests.filter((one) => !isLook('listVehicles', 'afresh')(one)) }),
  },
]
