import { CurrentUser, SignedIn, SignedOut } from '@forecourt/contracts/account.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, get, send } from '../../lib/api.ts'
import { inTurn } from '../../lib/in-turn.ts'
import { SESSION_KEY } from '../../lib/session-key.ts'
import { waitingOf } from '../../offline/outbox/storage.ts'
import { owesSignOut, signOutPaid } from '../../offline/owed-sign-out.ts'
import { memberKey, readAhead } from '../../offline/query-copy.ts'
import { lastMember, memberExpired, rememberedMember, rememberMember } from '../../offline/remembered-member.ts'
import { comesWithin } from '../../offline/within.ts'

/** A server that is silent for longer is not waited for where the device knows who was here, in milliseconds. */
const PATIENCE = 3_000

/**
 * Who is signed in; null when nobody is. Only 401 and 403 say so: while the server cannot be reached, whoever was signed
 * in on this device stays so.
 */
export const currentUser = () =>
  queryOptions({
    queryKey: SESSION_KEY,
    queryFn: async ({ client, signal }): Promise<CurrentUser | null> => {
      const wasHere = rememberedMember()
      const leftLast = lastMember()
      const isFirst = client.getQueryData(SESSION_KEY) === undefined
      if (isFirst) void wasHere.then(prepareFor)
      if (await payOwedSignOut()) return null
      try {
        const asked = whoIsHere(client.getQueryData(SESSION_KEY) != null, signal)
        // Nobody who has a copy on this device looks at an empty page until the server is given up.
        const known = isFirst && !(await comesWithin(PATIENCE, asked)) ? await wasHere : undefined
        if (known !== undefined) {
          const askAgain = () => client.invalidateQueries({ queryKey: SESSION_KEY })
          void asked.then(askAgain, askAgain)
          return known
        }
        const member = await asked
        const [before, last] = await Promise.all([wasHere, leftLast])
        const isBack = last?.id === member.id
        // Nobody waits for the device to write down what it has.
        if (last !== undefined || !isSame(before, member)) await rememberMember(member)
        // What another member has seen on this device is not shown to this one. Who is back finds what they have typed.
        if (client.getQueryData<CurrentUser | null>(SESSION_KEY)?.id !== member.id) {
          client.removeQueries({ queryKey: ['admin'], predicate: ({ meta }) => !isBack || meta?.keptIn !== 'member' })
        }
        return member
      } catch (error) {
        if (error instanceof ApiError && isShutOut(error)) {
          const { id } = (await wasHere) ?? {}
          if (id !== undefined) await memberExpired(id)
          return null
        }
        const member = signal.aborted ? undefined : await wasHere
        if (member === undefined) throw error
        return member
      }
    },
  })

/** A network's own page may say 403 as well: that is no word of the service. */
const isShutOut = ({ status, problem }: ApiError): boolean =>
  status === 401 || (status === 403 && problem !== undefined)

/** @param wasSignedIn somebody was, as far as this page knows */
async function whoIsHere(wasSignedIn: boolean, signal: AbortSignal): Promise<CurrentUser> {
  const ask = () => get(CurrentUser, '/api/auth/user', signal)
  try {
    return await ask()
  } catch (error) {
    if (!wasSignedIn || !(error instanceof ApiError && error.status === 401)) throw error
    // Whoever changes their password loses this session a moment before the answer brings the next one.
    await inTurn(async () => {})
    return await ask()
  }
}

const isSame = (one: CurrentUser | undefined, other: CurrentUser) => JSON.stringify(one) === JSON.stringify(other)

/** Most likely they still are signed in: what the device has for them is read while the server is asked. */
function prepareFor(member: CurrentUser | undefined): void {
  if (member === undefined) return
  void readAhead(memberKey(member.id, member.businessId))
  void waitingOf(member.id, member.businessId)
}

/** Signs in to one business’s dashboard, in all tabs. @throws {ApiError | NoAnswer} nobody is signed in */
export const signIn = (credentials: { email: string; password: string; businessSlug: string }) =>
  inTurn(async () => {
    const signedIn = await send(SignedIn, 'POST', '/api/auth/login', credentials)
    await signOutPaid()
    // Where the server is slow to say who that is, nobody is taken for whoever was here before.
    const before = await rememberedMember()
    if (before !== undefined && before.id !== signedIn.userId) await memberExpired(before.id)
    return signedIn
  })

/** @throws {ApiError | NoAnswer} when the session may still be there */
export const signOut = (): Promise<void> => inTurn(endSession)

/**
 * Tells the server of a sign-out that it has not heard of; whether there was one.
 * @throws {ApiError | NoAnswer} when the session may still be there
 */
export async function payOwedSignOut(): Promise<boolean> {
  // Nobody waits for another tab's answer when nothing is owed.
  if (!(await owesSignOut())) return false
  return await inTurn(async () => {
    if (!(await owesSignOut())) return false
    await endSession()
    return true
  })
}

async function endSession(): Promise<void> {
  try {
    await send(SignedOut, 'POST', '/api/auth/logout')
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  await signOutPaid()
}
