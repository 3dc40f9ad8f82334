import { SignIn } from '@forecourt/contracts/account.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { onlyMethods, Problem, unavailable } from '@forecourt/kit/problem.ts'
import { sendSeen } from '@forecourt/kit/seen.ts'
import { isSecure, sessionCookieName } from '@forecourt/kit/session.ts'
import { Router } from 'express'
import type { CommandDeps } from '../app.ts'
import { callOf } from '../call-of.ts'
import { Busy } from './semaphore.ts'
import { endSession, saveMember, startSession } from './sessions.ts'
import { checkSignIn, loginHmacOf, recordSignIn, type SignedInAs } from './sign-in.ts'

const invalidCredentials = () => new Problem(401, 'invalid-credentials', 'Invalid credentials')

/** `POST /api/auth/login` and `POST /api/auth/logout` (specification section 7). */
export function accountRoutes(deps: CommandDeps): Router {
  const { core, pool, limits, now } = deps
  const router = Router()

  router
    .route('/api/auth/login')
    .post(async (request, response) => {
      const asked = parseBody(SignIn, request.body)
      const attempt = await limits.signIn(request.ip, loginHmacOf(core, asked.email))
      const who = await checked(() => checkSignIn(core, pool, asked))
      if (who === undefined) throw invalidCredentials()
      await attempt.succeeded()
      const sessionId = await startSession(request)
      const call = callOf(deps, request, response, { ...who, signedInAt: now().toISOString() })
      const position = await recordSignIn(core, call, who, sessionId)
      if (position === undefined) throw invalidCredentials()
      await saveMember(request, { ...who, signedInAt: now().toISOString() })
      sendSeen(response, position)
      response.json({ userId: who.userId, businessId: who.businessId } satisfies SignedInAs)
    })
    .all(onlyMethods('POST'))

  router
    .route('/api/auth/logout')
    .post(async (request, response) => {
      await endSession(request)
      // A cookie tied to the host is only cleared by one that is secure too.
      const secure = isSecure(deps.publicUrl)
      response.clearCookie(sessionCookieName(deps.publicUrl), { path: '/', httpOnly: true, sameSite: 'lax', secure })
      response.json({ signedOut: true })
    })
    .all(onlyMethods('POST'))

  return router
}

/** Too many passwords to check at once is nobody's fault: try again. */
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw error instanceof Busy ? unavailable(error) : error
  }
}
