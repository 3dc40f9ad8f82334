import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { type Chance, chanceOf } from '../../tests/system/support/random.ts'
import type { BookingDocument } from '../checker/documents.ts'
import type { Deliveries } from '../faults/deliveries.ts'
import { ASKED_DIRECTLY, type AskedDirectly, serviceOfProcess } from '../history.ts'
import type { HistoryWriter } from '../history-file.ts'
import type { Platform } from '../platform/platform.ts'
import { openBrowser } from './browser.ts'
import { note, work } from './clerk.ts'
import { readContracts } from './contract.ts'
import { lookAtAll } from './licence.ts'
import { readWholeList } from './lists.ts'
import { readPortal } from './portal.ts'
import { lookAround, visit } from './renter.ts'
import { readScreens, type Screens } from './screens.ts'
import type { Business } from './town.ts'
import { practise } from './trainee.ts'

interface Circumstances {
  readonly platform: Pick<Platform, 'client' | 'lookupKey'>
  readonly businesses: readonly Business[]
  readonly history: Pick<HistoryWriter, 'write'>
  readonly deliveries: Deliveries
  /** So many of each business's staff are at work. */
  readonly clerks: number
  /** Everybody's chance begins with it. */
  readonly seed: number
}

/** Somebody's day: when the signal aborts they finish what they are at, and go home. @throws when they cannot go on */
type Life = (over: AbortSignal) => Promise<void>

const RENTERS = 1
const DEVICES = ['telephone', 'tablet'] as const
/** Everybody thinks for up to so long before they do the next thing, in milliseconds: what a renter asks for is followed by
 * mails and documents, which take far longer to make than commands. */
const THOUGHT = { clerk: 60, trainee: 700, renter: 1_500, passerBy: 700, witness: 500 }

/** The lives of renters and staff of all businesses. */
export function livesOf(circumstances: Circumstances): readonly Life[] {
  const { platform, businesses, history, deliveries, clerks: count, seed } = circumstances
  const isDoubled = () => deliveries.doubled
  let number = seed
  const alive = (who: keyof typeof THOUGHT, name: string, live: (chance: Chance) => Promise<void>): Life => {
    number += 1
    const chance = chanceOf(number)
    return async (over) => {
      while (!over.aborted) {
        await live(chance).catch((cause: unknown) => {
          // By the name, what they were told last is found in the history.
          throw new Error(`${name} cannot go on: ${inspect(cause)}`, { cause })
        })
        await delay(chance.below(THOUGHT[who]))
      }
    }
  }
  const lives = businesses.flatMap((business) => {
    const others = businesses.filter((other) => other !== business)
    const renters = Array.from({ length: RENTERS }, (_, index) => {
      const owner = visitorOf(business, `renter ${index}`)
      const browser = openBrowser(platform.client(), owner, history)
      return alive('renter', owner.name, (chance) => visit({ platform, business, browser, chance, isDoubled }))
    })
    // They never write anything, so no cookie says how fresh their rows are to be.
    const passerBy = visitorOf(business, 'passer-by')
    const looking = openBrowser(platform.client(), passerBy, history)
    const passersBy = [alive('passerBy', passerBy.name, (chance) => lookAround({ business, browser: looking, chance }))]
    const clerks = Array.from({ length: count }, (_, index) => {
      const owner = memberOf(business, `clerk ${index}`, index)
      const browser = openBrowser(platform.client(), owner, history)
      return alive('clerk', owner.name, (chance) => work({ business, others, browser, chance, isDoubled }))
    })
    const trainees = DEVICES.map((device, index) => {
      const { businessId } = business.tenant
      // They say themselves with which password they sign in.
      const owner = { name: `trainee’s ${device} of ${business.canary}`, businessId, actor: 'member' } as const
      const browser = openBrowser(platform.client(), owner, history)
      const { trainee, bookings } = business
      return alive('trainee', owner.name, (chance) =>
        practise({ trainee, browser, chance, bookings: bookings.keys(), choosesHere: index === 0 }),
      )
    })
    return [...renters, ...passersBy, ...clerks, ...trainees]
  })
  /** Somebody who asks a process past the gateway: of the staff where commands are taken, else a visitor. */
  const witnessAt = (process: AskedDirectly, business: Business, account: number): Life => {
    const client = platform.client(process)
    if (serviceOfProcess(process) === 'command') {
      const owner = { ...memberOf(business, `clerk at ${process}`, account), process }
      const browser = openBrowser(client, owner, history)
      const clerk = { business, others: [], browser, isDoubled: () => false }
      return alive('witness', owner.name, (chance) => note({ ...clerk, chance }))
    }
    const owner = { ...visitorOf(business, `visitor at ${process}`), process }
    const browser = openBrowser(client, owner, history)
    return alive('witness', owner.name, (chance) => lookAround({ business, browser, chance }))
  }
  const witnesses = businesses
    .slice(0, 1)
    .flatMap((business) => ASKED_DIRECTLY.map((process, index) => witnessAt(process, business, index)))
  return [...lives, ...witnesses]
}

/** When all is quiet again, somebody of each business looks at every licence that was brought. */
export async function lookThrough({
  platform,
  businesses,
  history,
}: Pick<Circumstances, 'platform' | 'businesses' | 'history'>): Promise<void> {
  await Promise.all(
    businesses.map((business) =>
      lookAtAll(openBrowser(platform.client(), memberOf(business, 'auditor', 0), history), business),
    ),
  )
}

/**
 * When all has followed, somebody of each business reads the whole list of bookings, and so does a colleague, who may be answered
 * by another process; two visitors look at the whole portal, for the same reason; and every contract is read.
 */
export async function readAll(
  { platform, businesses, history }: Pick<Circumstances, 'platform' | 'businesses' | 'history'>,
  made: readonly BookingDocument[],
): Promise<void> {
  await Promise.all(
    businesses.map(async (business) => {
      const theirs = made.filter(({ businessId }) => businessId === business.tenant.businessId)
      const browser = openBrowser(platform.client(), memberOf(business, 'reader', 0), history)
      await readWholeList(browser)
      await readWholeList(openBrowser(platform.client(), memberOf(business, 'second reader', 1), history))
      await readContracts(
        browser,
        theirs.map(({ path }) => path),
      )
      for (const who of ['last visitor', 'visitor after them']) {
        await readPortal(openBrowser(platform.client(), visitorOf(business, who), history), business.tenant)
      }
    }),
  )
}

/** How many colleagues look at each screen: their questions go to one process and the other in turn. */
const COLLEAGUES = 3

/** When all has followed, colleagues of each business look at all screens. Their browsers have kept nothing. */
export async function lookAtScreens(
  { platform, businesses, history }: Pick<Circumstances, 'platform' | 'businesses' | 'history'>,
  screens: Screens,
  today: string,
): Promise<void> {
  const looks = businesses.flatMap((business) =>
    Array.from({ length: COLLEAGUES }, (_, number) => {
      const who = memberOf(business, `colleague ${number}, screens ${screens}`, 0)
      return readScreens(openBrowser(platform.client(), who, history), screens, today)
    }),
  )
  await Promise.all(looks)
}

const visitorOf = ({ canary, tenant: { businessId } }: Business, who: string) =>
  ({ name: `${who} of ${canary}`, businessId, actor: 'visitor' }) as const

/** Each clerk has an account of their own; who only witnesses shares one. */
const memberOf = ({ canary, tenant: { businessId, credentials }, staff }: Business, who: string, account: number) =>
  ({
    name: `${who} of ${canary}`,
    businessId,
    actor: 'member',
    credentials: staff[account % staff.length] ?? credentials,
  }) as const
