import { healthRoutes } from '@forecourt/kit/health.ts'
import { createHttpApp, inOne, jsonBodies } from '@forecourt/kit/http-app.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { callsOnly, noOptions, noSuchRoute } from '@forecourt/kit/no-such-route.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { problems, unavailable } from '@forecourt/kit/problem.ts'
import { sameOrigin } from '@forecourt/kit/same-origin.ts'
import { noStore } from '@forecourt/kit/security-headers.ts'
import type { ErrorRequestHandler, Express, Request } from 'express'
import type pg from 'pg'
import { passwordRoutes } from './account/password-routes.ts'
import { accountRoutes } from './account/routes.ts'
import type { SessionMemory } from './account/session-memory.ts'
import { currentMember, requireMember, sessions } from './account/sessions.ts'
import { staffRoutes } from './account/staff-routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { businessRoutes } from './business/routes.ts'
import { wellFormed } from './call-of.ts'
import { contractRoutes } from './contracts/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { fleetRoutes } from './fleet/routes.ts'
import { door } from './limits/door.ts'
import { fairShare } from './limits/fair-share.ts'
import type { Limits } from './limits/limits.ts'
import type { ToldTogether } from './limits/told-together.ts'
import type { Core } from './log/core.ts'
import { maintenanceRoutes } from './maintenance/routes.ts'
import { renterRoutes } from './renter/routes.ts'
import { isUnanswered } from './unanswered.ts'
import { uploadRoutes } from './upload/routes.ts'
import type { Uploads } from './upload/uploads.ts'

/** What the command service is made of; the composition root (`main.ts`) and tests bring it. */
export interface CommandDeps {
  readonly core: Core
  /** Sessions, credentials and counters. */
  readonly pool: pg.Pool
  readonly sessionMemory: SessionMemory
  readonly limits: Limits
  readonly together: ToldTogether
  readonly say: Log
  readonly now: () => Date
  readonly publicUrl: string
  readonly sessionSecret: string
  readonly trustedHops: number
  readonly uploads: Uploads
  /** Where the files of erased customers are deleted. */
  readonly storage: ObjectStorage
}

/** The write side as an Express application (specification section 7: every call that is not a GET). */
export function createCommandApp(deps: CommandDeps): Express {
  const { core, pool, sessionMemory, limits, together, say, now, publicUrl, sessionSecret, trustedHops, uploads } = deps
  /** Limits are for anonymous calls: who is signed in is not counted. */
  const visitors = (count: (request: Request) => Promise<void>) => async (request: Request) => {
    if ((await currentMember(core, request, now())) === undefined) await count(request)
  }
  const app = createHttpApp({ log: say, publicUrl, trustedHops })
  app.use(
    healthRoutes({
      log: () => core.log.head(),
      database: () => pool.query('select 1'),
    }),
  )
  app.use(noOptions)
  app.use(['/api/admin', '/api/auth'], noStore)
  app.use('/api', inOne(sameOrigin(publicUrl), callsOnly, ...jsonBodies, wellFormed))
  // All methods: the table of calls has no second route for what the one further down answers.
  app.route('/api/bookings').all(door({ core, limits, together, publicUrl, sessionSecret }))
  const session = sessions({ pool, memory: sessionMemory, publicUrl, secret: sessionSecret, say })
  app.use('/api', inOne(session, fairShare(core)))
  app.use(
    bookingRoutes(deps),
    contractRoutes(deps),
    customerRoutes(deps),
    accountRoutes(deps),
    passwordRoutes(deps),
    staffRoutes(deps),
    businessRoutes(deps),
    fleetRoutes(deps),
    maintenanceRoutes(deps),
    renterRoutes(deps),
    uploadRoutes({
      uploads,
      admitTarget: visitors(({ ip }) => limits.uploadTarget(ip)),
      admitFinish: visitors(({ ip }) => limits.uploadFinish(ip)),
      memberOf: (request) => requireMember(core, request, now()),
    }),
  )
  app.use(noSuchRoute, unanswered, problems(say))
  return app
}

/** On doubt 503, never a conflict: nobody knows whether it was stored (SECURITY rule 6). */
const unanswered: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  next(isUnanswered(error) ? unavailable(error) : error)
}
