import { SignIn } from '@forecourt/contracts/account.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { onlyMethods, Problem, unavailable } from '@forecourt/kit/problem.ts'
import { sendSeen } from '@forecourt/kit/seen.ts'
import { isSecure, sessionCookieName } from '@forecourt/kit/session.ts'
import { Router } from 'express'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { Busy } from '../limits/semaphore.ts'
import { beginSession, endSession, startSession } from './sessions.ts'
import { checkSignIn, loginHmacOf, recordSignIn, type SignedInAs } from './sign-in.ts'

const invalidCredentials = () => new Problem(401, 'invalid-credentials', 'Invalid credentials')

/** `POST /api/auth/login` and `POST /api/auth/logout` (specification section 7). */
export function accountRoutes(deps: CommandDeps): Router {
  const { core, pool, limits, now } = deps
  const router = Router({ caseSensitive: true })

  router
    .route('/api/auth/login')
    .post(async (request, response) => {
      const asked = parseBody(SignIn, request.body)
      const attempt = await limits.signIn(request.ip, loginHmacOf(core, asked.email))
      const who = await checked(() => checkSignIn(core, pool, asked))
      if (who === undefined) throw invalidCredentials()
      await attempt.succeeded()
      const { userId, businessId, passwordHash } = who
      const member = { userId, businessId, signedInAt: now().toISOString() }
      const sessionId = await startSession(request)
      const position = await recordSignIn(core, callOf(deps, request, response, member), who, sessionId)
      if (position === undefined) throw invalidCredentials()
      if (!(await beginSession(pool, request, member, passwordHash))) throw invalidCredentials()
      sendSeen(response, position)
      response.json({ userId, businessId } satisfies SignedInAs)
    })
    .all(onlyMethods('POST'))

  router
    .route('/api/auth/logout')
    .post(async (request, response) => {
      parseBody(Nothing, request.body)
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
