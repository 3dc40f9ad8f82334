import { ForgottenPassword, PasswordChange, PasswordReset } from '@forecourt/contracts/password.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Router } from 'express'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { problemOf } from '../refusals.ts'
import { choosePassword } from './choose-password.ts'
import { findCredentialsOf } from './credentials.ts'
import { dropSessions } from './drop-sessions.ts'
import { evenly } from './evenly.ts'
import { forgiveSignIns } from './forgive-sign-ins.ts'
import { mailForgottenPassword } from './forgotten.ts'
import { isPassword, orBusy } from './password.ts'
import { beginSession, clearSessionCookie, endSession, requireMember, signedInAt, withNewSession } from './sessions.ts'
import { replacePassword } from './set-password.ts'

/** Calls about one's own password and sessions. */
export function passwordRoutes(deps: CommandDeps): Router {
  const { core, pool, limits, now, publicUrl } = deps
  const router = Router({ caseSensitive: true })

  router.put('/api/auth/password', async (request, response) => {
    const member = await requireMember(core, request, now())
    const { currentPassword, newPassword } = parseBody(PasswordChange, request.body)
    const credentials = await findCredentialsOf(pool, member.userId)
    if (credentials === undefined) throw problemOf({ code: 'password-wrong' })
    // As many tries as at signing in: a session that was left open is no way to guess the password.
    const check = () => isPassword(currentPassword, credentials.passwordHash ?? undefined)
    const isRight = await orBusy(() => limits.signIn(request.ip, credentials.loginHmac, check))
    if (!isRight) throw problemOf({ code: 'password-wrong' })
    const call = callOf(deps, request, response, member)
    const replaced = await orBusy(() => replacePassword(core, pool, call, credentials, newPassword))
    if (replaced === undefined) throw problemOf({ code: 'password-wrong' })
    // All sessions have ended, this one too: whoever has just said both passwords gets a new one.
    await withNewSession(request, async () => {
      await beginSession(core, pool, request, { ...member, signedInAt: signedInAt(now(), replaced) }, replaced)
      answer(response, 200, replaced.ok ? { ...replaced, answer: { changed: true } } : replaced)
    })
  })

  router.post('/api/auth/password/forgotten', async (request, response) => {
    const asked = parseBody(ForgottenPassword, request.body)
    await limits.forgottenPassword(request.ip)
    const call = callOf(deps, request, response, undefined)
    await evenly(() => mailForgottenPassword(core, pool, call, asked, (loginHmac) => limits.mayMailLink(loginHmac)))
    response.json({ accepted: true })
  })

  router.post('/api/auth/password/reset', async (request, response) => {
    const asked = parseBody(PasswordReset, request.body)
    await limits.passwordReset(request.ip)
    const call = callOf(deps, request, response, undefined)
    const chosen = await orBusy(() =>
      choosePassword(core, pool, call, asked, (loginHmac, check) => limits.signIn(request.ip, loginHmac, check)),
    )
    if (chosen.ok && !chosen.replayed) await forgiveSignIns(deps, chosen.answer.userId)
    answer(response, 200, chosen.ok ? { ...chosen, answer: { changed: true } } : chosen)
  })

  router.post('/api/auth/logout/everywhere', async (request, response) => {
    const { userId } = await requireMember(core, request, now())
    parseBody(Nothing, request.body)
    await dropSessions(pool, { userId })
    await endSession(request)
    clearSessionCookie(response, publicUrl)
    response.json({ signedOut: true })
  })

  return router
}
