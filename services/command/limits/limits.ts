import { createHmac, type KeyObject } from 'node:crypto'
import { addressKey } from '@forecourt/kit/address-key.ts'
import { createLinkTries, type LinkTries, tooMany } from '@forecourt/kit/booking-bearer.ts'
import type pg from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Counted } from './counted.ts'

/**
 * Limits on anonymous calls (decisions, the section of that name; SECURITY rules 12 and 15).
 *
 * Where the counters live: requests for bookings and upload targets are counted in this process's memory, because a
 * counter in the database would cost as much as the append that it guards. Two command processes therefore let through up
 * to twice the figure, and a restart forgets it: they keep floods out and no more. Failed sign-ins protect accounts, so
 * they are counted in Postgres, for all processes together and across restarts.
 */

const HOUR = 60 * 60
const QUARTER = 15 * 60
const MINUTE = 60

/** How often in an hour, or for sign-ins in a quarter of one, unless the name says otherwise, at `RATE_LIMIT_FACTOR` 1. */
const FIGURES = {
  bookingsOfAddress: 120,
  /**
   * An office, a hotel or a whole mobile network may stand behind one address: thirty of its people may ask in the same
   * minute, a quarter of what the hour gives. It takes four addresses to use up a business's minute, and ten its hour.
   */
  bookingsOfAddressInMinute: 30,
  /** One business may be asked ten times as often as one address may ask: a flood from many addresses ends there. */
  bookingsOfBusiness: 1200,
  /**
   * An hour's figure that is used up as fast as the machine can go takes the machine from everybody else meanwhile: for ten
   * seconds, with two processes that take 220 a second. So a minute gets a tenth of it, which is two requests a second.
   */
  bookingsOfBusinessInMinute: 120,
  /**
   * Requests that are refused use up none of these figures, or a few addresses with made-up requests would close a business to
   * everybody. So that they end at the door as well, all that is asked of a business counts once more: a refusal takes no
   * append, and twenty a second are a tenth of what a process does.
   */
  askedOfBusinessInMinute: 1200,
  uploadsOfAddress: 120,
  /** Each target may be finished, and asked for once more when the answer got lost. */
  finishesOfAddress: 240,
  signInsOfAccount: 10,
  signInsOfAddress: 100,
  forgottenOfAddress: 20,
  /** Mails to one account because somebody said that its password is forgotten. */
  forgottenOfAccount: 5,
  resetsOfAddress: 60,
  /** Links that the staff of one business have mailed to new and to forgetful colleagues. */
  linksOfBusiness: 60,
  /** Pictures that take the place of a licence: each stays in the log for good. */
  licencesOfAddress: 60,
  licencesOfBooking: 20,
} as const

export interface Limits {
  /** One request for a booking by an address. @throws {Problem} 429 */
  bookingRequest(ip: string | undefined): Promise<Counted>
  /** One request for a booking of a business. @throws {Problem} 429 */
  bookingRequestOf(businessId: string): Promise<Counted>
  /** Throws what `bookingRequest` would, and counts nothing. @throws {Problem} 429 */
  mayAskForBooking(ip: string | undefined): Promise<void>
  /**
   * Throws what `bookingRequestOf` would, and counts nothing: asked before the address is counted, it keeps a flood from
   * everywhere from leaving a trace of each. A business that is full is one of `fullBusinesses` from then on.
   * @throws {Problem} 429
   */
  mayBeAskedForBooking(businessId: string): Promise<void>
  /**
   * Businesses that were asked for too many bookings, or too often, and until when (by `performance.now()`) that is so: until the limit
   * ends, or what was counted is given back.
   */
  readonly fullBusinesses: ReadonlyMap<string, number>
  /** One upload target. @throws {Problem} 429 */
  uploadTarget(ip: string | undefined): Promise<void>
  /** One file to be checked. @throws {Problem} 429 */
  uploadFinish(ip: string | undefined): Promise<void>
  /**
   * One try to sign in. It counts as failed from the beginning, as a hundred tries at once count as a hundred, until `check`
   * finds it right, which is all that is neither undefined nor false. When it throws, nothing was found out: that was no try.
   * @returns what `check` gives
   * @throws {Problem} 429: nothing is checked
   */
  signIn<Found>(ip: string | undefined, loginHmac: string, check: () => Promise<Found>): Promise<Found>
  /** Sign-ins of this account that have failed count no more. */
  forgiveSignIns(loginHmac: string): Promise<void>
  /** One password that is said to be forgotten, by an address. @throws {Problem} 429 */
  forgottenPassword(ip: string | undefined): Promise<void>
  /** Whether one more link may be mailed to this account. It is counted, and nobody is told. */
  mayMailLink(loginHmac: string): Promise<boolean>
  /** One use of a link to choose a password. @throws {Problem} 429 */
  passwordReset(ip: string | undefined): Promise<void>
  /** Uses of links to bookings. */
  readonly bookingLinks: LinkTries
  /** One link that the staff of a business have mailed. @throws {Problem} 429 */
  linkOf(businessId: string): Promise<void>
  /** One picture that is to take the place of a booking's licence, by its renter. @throws {Problem} 429 */
  licenceReplaced(ip: string | undefined, bookingId: string): Promise<void>
}

/**
 * @param pool where failed sign-ins are counted (`public.sign_in_attempts`)
 * @param factor `RATE_LIMIT_FACTOR`
 * @param hashKey addresses are stored hashed
 */
export function createLimits(pool: pg.Pool, factor: number, hashKey: KeyObject): Limits {
  const points = (figure: number) => Math.max(1, Math.round(figure * factor))
  const memory = (figure: number, duration = HOUR) => new RateLimiterMemory({ points: points(figure), duration })
  const shared = (keyPrefix: string, figure: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'public',
      tableName: 'sign_in_attempts',
      tableCreated: true,
      keyPrefix,
      points: points(figure),
      duration,
    })
  const ofAddress = [memory(FIGURES.bookingsOfAddress), memory(FIGURES.bookingsOfAddressInMinute, MINUTE)]
  const ofBusiness = [memory(FIGURES.bookingsOfBusiness), memory(FIGURES.bookingsOfBusinessInMinute, MINUTE)]
  const askedOfBusiness = [memory(FIGURES.askedOfBusinessInMinute, MINUTE)]
  const allOfBusiness = [...ofBusiness, ...askedOfBusiness]
  const uploadsOfAddress = memory(FIGURES.uploadsOfAddress)
  const finishesOfAddress = memory(FIGURES.finishesOfAddress)
  const signInsOfAccount = shared('account', FIGURES.signInsOfAccount, QUARTER)
  const signInsOfAddress = shared('address', FIGURES.signInsOfAddress, QUARTER)
  const forgottenOfAddress = memory(FIGURES.forgottenOfAddress)
  const forgottenOfAccount = shared('forgotten', FIGURES.forgottenOfAccount, HOUR)
  const resetsOfAddress = memory(FIGURES.resetsOfAddress)
  const linksOfBusiness = memory(FIGURES.linksOfBusiness)
  const licencesOfAddress = memory(FIGURES.licencesOfAddress)
  const licencesOfBooking = memory(FIGURES.licencesOfBooking)
  const fullBusinesses = new Map<string, number>()
  const close = (businessId: string, milliseconds: number) => {
    if (fullBusinesses.has(businessId)) return
    const until = performance.now() + milliseconds
    fullBusinesses.set(businessId, until)
    const open = () => {
      // It may have been opened and closed again meanwhile.
      if (fullBusinesses.get(businessId) === until) fullBusinesses.delete(businessId)
    }
    setTimeout(open, milliseconds).unref()
  }
  /** Something was given back: the business is full no longer, or for less long. */
  const openAgain = async (businessId: string) => {
    if (!fullBusinesses.has(businessId)) return
    const full = await fullFor(allOfBusiness, businessId)
    fullBusinesses.delete(businessId)
    if (full !== undefined) close(businessId, full)
  }
  const hidden = (text: string) => createHmac('sha256', hashKey).update(`limit ${text}`).digest('base64url')

  return {
    bookingLinks: createLinkTries(factor),
    async bookingRequest(ip) {
      return { giveBack: await takeEach(ofAddress, addressKey(ip)), async refused() {} }
    },
    async bookingRequestOf(businessId) {
      const unask = await takeEach(askedOfBusiness, businessId)
      const unbook = await takeEach(ofBusiness, businessId).catch(async (error: unknown) => {
        await unask()
        throw error
      })
      return {
        async giveBack() {
          await unask()
          await unbook()
          await openAgain(businessId)
        },
        async refused() {
          await unbook()
          await openAgain(businessId)
        },
      }
    },
    async mayAskForBooking(ip) {
      const full = await fullFor(ofAddress, addressKey(ip))
      if (full !== undefined) throw tooMany(full)
    },
    fullBusinesses,
    async mayBeAskedForBooking(businessId) {
      const full = await fullFor(allOfBusiness, businessId)
      if (full === undefined) return
      close(businessId, full)
      throw tooMany(full)
    },
    async uploadTarget(ip) {
      await take(uploadsOfAddress, addressKey(ip))
    },
    async uploadFinish(ip) {
      await take(finishesOfAddress, addressKey(ip))
    },
    async forgottenPassword(ip) {
      await take(forgottenOfAddress, addressKey(ip))
    },
    async mayMailLink(loginHmac) {
      try {
        await forgottenOfAccount.consume(loginHmac)
        return true
      } catch (error) {
        if (error instanceof RateLimiterRes) return false
        throw error
      }
    },
    async forgiveSignIns(loginHmac) {
      await signInsOfAccount.delete(loginHmac)
    },
    async passwordReset(ip) {
      await take(resetsOfAddress, addressKey(ip))
    },
    async linkOf(businessId) {
      await take(linksOfBusiness, businessId)
    },
    async licenceReplaced(ip, bookingId) {
      await take(licencesOfAddress, addressKey(ip))
      await take(licencesOfBooking, bookingId)
    },
    async signIn(ip, loginHmac, check) {
      const address = hidden(addressKey(ip))
      await take(signInsOfAddress, address)
      try {
        await take(signInsOfAccount, loginHmac)
      } catch (error) {
        // Whoever forgot one password would else keep the whole office out.
        await unlessAway(signInsOfAddress.reward(address))
        throw error
      }
      const giveBack = () => Promise.all([signInsOfAddress.reward(address), signInsOfAccount.reward(loginHmac)])
      try {
        const found = await check()
        if (found !== undefined && found !== false) await giveBack()
        return found
      } catch (error) {
        await unlessAway(giveBack())
        throw error
      }
    },
  }
}

/** Where it cannot be given back, what is told is why it should have been. */
const unlessAway = (given: Promise<unknown>) => given.catch(() => {})

async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
    throw error
  }
}

/**
 * Counts at each, or, when one has nothing left, at none.
 * @returns gives back what was counted, once
 * @throws {Problem} 429
 */
async function takeEach(limiters: readonly RateLimiterMemory[], key: string): Promise<() => Promise<void>> {
  const taken: RateLimiterMemory[] = []
  const giveBack = async () => {
    for (const limiter of taken.splice(0)) await limiter.reward(key)
  }
  try {
    for (const limiter of limiters) {
      // Who is refused is counted as well.
      taken.push(limiter)
      await take(limiter, key)
    }
  } catch (error) {
    await giveBack()
    throw error
  }
  return giveBack
}

/** For how many milliseconds yet one of them has nothing left; undefined when each has something. */
async function fullFor(limiters: readonly RateLimiterMemory[], key: string): Promise<number | undefined> {
  let longest: number | undefined
  for (const limiter of limiters) {
    const counted = await limiter.get(key)
    // One whose time is over may not have been forgotten yet.
    if (counted === null || counted.remainingPoints > 0 || counted.msBeforeNext <= 0) continue
    // The limiter tells by the wall clock: put back, it would have the business closed for as long again.
    longest = Math.max(longest ?? 0, Math.min(counted.msBeforeNext, limiter.duration * 1_000))
  }
  return longest
}
