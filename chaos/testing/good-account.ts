import { setTimeout as delay } from 'node:timers/promises'
import { CLOCKS_APART } from '../checker/evidence.ts'
import type { Browser } from '../load/browser.ts'
import { noting } from '../load/desk.ts'
import { LATEST } from '../load/lists.ts'
import { changingStatus } from '../load/shut-out.ts'
import { choosing, signingIn } from '../load/trainee.ts'
import { answered, type Business, change, shownTo } from './good-steps.ts'

/**
 * A trainee has signed in on two devices and chooses another password on one, by which the other one is signed out; they are shut
 * out, of which neither device knows, and let in again, and have to sign in then.
 * @param booking id of one that they write a note to
 */
export async function traineeOf({ trainee, clerk, telephone, tablet }: Business, booking: string): Promise<void> {
  await signedIn(telephone, trainee, 0)
  await signedIn(tablet, trainee, 0)
  await shownTo(tablet, LATEST)
  await clearly()
  await until(telephone, choosing(trainee, 0, 1), 200)
  await clearly()
  await until(tablet, LATEST, 401)
  await until(tablet, signingIn(trainee, 0), 401)
  await signedIn(tablet, trainee, 1)
  await shownTo(tablet, LATEST)
  await change(telephone, booking, 'approved', 200)

  await clearly()
  answered(await clerk.commandTwice(changingStatus(trainee.userId, 'deactivated')), 200)
  await clearly()
  await until(tablet, LATEST, 401)
  answered(await telephone.once(noting(booking, 'The trainee has called.')), 401)
  await until(tablet, signingIn(trainee, 1), 401)
  // It is so already.
  answered(await clerk.command(changingStatus(trainee.userId, 'deactivated')), 200)
  await clearly()
  answered(await clerk.command(changingStatus(trainee.userId, 'active')), 200)
  await clearly()
  await until(telephone, LATEST, 401)
  await signedIn(telephone, trainee, 1)
  await shownTo(telephone, LATEST)
}

/** What comes next is later by every clock. */
const clearly = () => delay(CLOCKS_APART + 50)

const signedIn = async (browser: Browser, trainee: Business['trainee'], password: number) =>
  await until(browser, signingIn(trainee, password), 200)

/** Asks until an answer comes that is no doubt. @throws when it has another status */
async function until(browser: Browser, ask: Parameters<Browser['ask']>[0], status: number): Promise<void> {
  let answer = await browser.ask(ask)
  while (answer === undefined || answer.status === 503) answer = await browser.ask(ask)
  answered(answer, status)
}
