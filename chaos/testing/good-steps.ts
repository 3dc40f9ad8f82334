import type { Answer } from '../../tests/system/support/client.ts'
import type { Tenant } from '../../tests/system/support/tenant.ts'
import type { Browser } from '../load/browser.ts'
import { lookAt } from '../load/licence.ts'
import type { Trainee } from '../load/trainee.ts'
import { type Held, upload } from '../load/upload.ts'
import { SHADES } from '../picture.ts'

/** A business of a good run, and its people. */
export interface Business {
  readonly tenant: Tenant
  readonly canary: string
  /** The contract on paper that is put to one of its bookings. */
  readonly paper: Held
  readonly renter: Browser
  readonly clerk: Browser
  readonly trainee: Trainee
  /** The trainee's. */
  readonly telephone: Browser
  readonly tablet: Browser
}

/** On a busy machine somebody waits for too long now and then. */
export async function uploaded(browser: Browser, purpose: 'license' | 'contract', held: Held): Promise<string> {
  let path: string | undefined
  while (path === undefined) path = await upload(browser, purpose, held, { saysTwice: true })
  return path
}

/** Of its own for each business. */
export const colourOf = (canary: string) => [canary.length % SHADES, 1, 2] as const

/** Staff change a booking's status. @throws when the answer is another one than `expected` */
export async function change(clerk: Browser, id: string, status: string, expected: number): Promise<void> {
  const path = `/api/admin/bookings/${id}`
  const answer = await clerk.command({
    call: 'changeBooking',
    method: 'PUT',
    path,
    body: { status },
    asked: { id, status },
  })
  answered(answer, expected)
}

/** Somebody asks until they are shown rows that hold all that they have done: on a busy machine that may take more than one time. */
export async function shownTo(browser: Browser, ask: Parameters<Browser['ask']>[0]): Promise<Answer> {
  for (;;) {
    const answer = await browser.ask(ask)
    if (answer?.status === 200 && !answer.isStale) return answer
  }
}

/** Somebody looks at a licence until they are answered. */
export async function looked(browser: Browser, licence: string, status: number, w?: number): Promise<void> {
  let answer: Answer | undefined
  while (answer === undefined || answer.status === 503) answer = await lookAt(browser, licence, w)
  answered(answer, status)
}

/** The answer, once it is known to be there and to have that status. @throws when it is otherwise */
export function answered(answer: Answer | undefined, status: number): Answer {
  if (answer?.status !== status) throw new Error(`${answer?.status} instead of ${status}: ${answer?.text}`)
  return answer
}
