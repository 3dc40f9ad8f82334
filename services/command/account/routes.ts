import { SignIn } from '@forecourt/contracts/account.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Problem } from '@forecourt/kit/problem.ts'
import { sendSeen } from '@forecourt/kit/seen.ts'
import { Router } from 'express'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { orBusy } from './password.ts'
import { beginSession, clearSessionCookie, endSession, signedInAt, withNewSession } from './sessions.ts'
import { checkSignIn, loginHmacOf, recordSignIn, type SignedInAs } from './sign-in.ts'

const invalidCredentials = () => new Problem(401, 'invalid-credentials', 'Invalid credentials')

/** `POST /api/auth/login` and `POST /api/auth/logout` (specification section 7). */
export function accountRoutes(deps: CommandDeps): Router {
  const { core, pool, limits, now } = deps
  const router = Router({ caseSensitive: true })

  router.post('/api/auth/login', async (request, response) => {
    const asked = parseBody(SignIn, request.body)
    const check = () => checkSignIn(core, pool, asked)
    const who = await orBusy(() => limits.signIn(request.ip, loginHmacOf(core, asked.email), check))
    if (who === undefined) throw invalidCredentials()
    const { userId, businessId } = who
    const member = { userId, businessId, signedInAt: signedInAt(now(), who) }
    await withNewSession(request, async (sessionId) => {
      const position = await recordSignIn(core, callOf(deps, request, response, member), who, sessionId)
      if (position === undefined) throw invalidCredentials()
      if (!(await beginSession(core, pool, request, member, who))) throw invalidCredentials()
      sendSeen(response, position)
    })
    response.json({ userId, businessId } satisfies SignedInAs)
  })

  router.post('/api/auth/logout', async (request, response) => {
    parseBody(Nothing, request.body)
    await endSession(request)
    clearSessionCookie(response, deps.publicUrl)
    response.json({ signedOut: true })
  })

  return router
}
