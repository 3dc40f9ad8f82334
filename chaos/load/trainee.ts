import { addStaff } from '@forecourt/command/account/add-staff.ts'
import type { Call } from '@forecourt/command/log/call.ts'
import type { UserId } from '@forecourt/domain/ids.ts'
import type { Platform } from '../../tests/system/support/platform.ts'
import type { Chance } from '../../tests/system/support/random.ts'
import type { Tenant } from '../../tests/system/support/tenant.ts'
import type { Ask, Browser } from './browser.ts'
import { noting } from './desk.ts'
import { LATEST } from './lists.ts'

/** One of the staff whom the others shut out and let in again, and who chooses other passwords. They sign in on several devices. */
export interface Trainee {
  readonly userId: UserId
  readonly email: string
  readonly slug: string
  /** Number of the password that they take for theirs. */
  password: number
  /** Numbers of those that may be theirs instead: nobody has told them what became of the change. */
  readonly doubted: Set<number>
  /** Number of the one that they choose next: none is chosen twice. */
  next: number
}

/** An operator adds a trainee to a business's staff. @throws when it is refused */
export async function addTrainee(
  { core, pool }: Pick<Platform, 'core' | 'pool'>,
  { businessId, slug }: Pick<Tenant, 'businessId' | 'slug'>,
): Promise<Trainee> {
  const call: Call = { actor: { kind: 'operator', name: 'chaos' }, now: () => new Date() }
  const email = `trainee@${slug}.example`
  const added = await addStaff(core, pool, call, { businessId, email, password: passwordOf({ email }, 0) })
  if (!added.ok) throw new Error(added.refusal.code)
  return { userId: added.answer.userId, email, slug, password: 0, doubted: new Set(), next: 1 }
}

const passwordOf = ({ email }: Pick<Trainee, 'email'>, number: number) => `password ${number} of ${email}`

/** A device of a trainee's. */
interface Device {
  readonly trainee: Trainee
  readonly browser: Browser
  readonly chance: Chance
  /** Bookings that they may write a note to, by their ids. */
  readonly bookings: Iterable<string>
  /** Whether they choose their passwords here. */
  readonly choosesHere: boolean
}

/** How often a trainee chooses another password, where they do. */
const CHOOSES = 0.07

/** A trainee does one thing; if they are not let in any more, they try to sign in. */
export async function practise(device: Device): Promise<void> {
  const { trainee, browser, chance, bookings, choosesHere } = device
  if (choosesHere && chance.happens(CHOOSES)) {
    await choosePassword(trainee, browser)
    return
  }
  const booking = chance.happens(0.4) ? chance.oneOf([...bookings]) : undefined
  const answer = await (booking === undefined
    ? browser.ask(LATEST)
    : browser.once(noting(booking, 'The trainee has called.')))
  if (answer?.status === 401) await signInAgain(trainee, browser)
}

/** Signing in with the password of this number. */
export const signingIn = (trainee: Pick<Trainee, 'userId' | 'email' | 'slug'>, password: number): Ask => ({
  call: 'signIn',
  method: 'POST',
  path: '/api/auth/login',
  body: { email: trainee.email, password: passwordOf(trainee, password), businessSlug: trainee.slug },
  asked: { account: trainee.userId, password },
})

/** With the password that they take for theirs; if that is refused, with those that may be. */
async function signInAgain(trainee: Trainee, browser: Browser): Promise<void> {
  for (const password of [trainee.password, ...trainee.doubted]) {
    const answer = await browser.ask(signingIn(trainee, password))
    if (answer?.status === 401) continue
    if (answer?.status === 200) settle(trainee, password)
    return
  }
}

/** It is theirs: what was chosen before it is not any more. */
function settle(trainee: Trainee, password: number): void {
  trainee.password = Math.max(trainee.password, password)
  for (const doubted of trainee.doubted) if (doubted <= trainee.password) trainee.doubted.delete(doubted)
}

/** Choosing the password of another number. */
export const choosing = (trainee: Pick<Trainee, 'email'>, from: number, to: number): Ask => ({
  call: 'changePassword',
  method: 'PUT',
  path: '/api/auth/password',
  body: { currentPassword: passwordOf(trainee, from), newPassword: passwordOf(trainee, to) },
  asked: { from, to },
})

async function choosePassword(trainee: Trainee, browser: Browser): Promise<void> {
  const { password: from, next: to } = trainee
  trainee.next += 1
  trainee.doubted.add(to)
  const answer = await browser.ask(choosing(trainee, from, to))
  if (answer?.status === 200) settle(trainee, to)
  else if (answer !== undefined && answer.status < 500) trainee.doubted.delete(to)
}
