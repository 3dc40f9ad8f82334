import { Router } from 'express'

/** A check gets this long before it counts as failed, in milliseconds. */
const PATIENCE = 2_000

/**
 * `GET /healthz`: the process runs. `GET /readyz`: it can do its work; 503 names the checks that fail.
 * @param checks each resolves when its part answers and rejects when not
 */
export function healthRoutes(checks: Readonly<Record<string, () => Promise<unknown>>>): Router {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.get('/readyz', async (_request, response) => {
    const names = Object.keys(checks)
    const results = await Promise.allSettled(Object.values(checks).map((check) => within(PATIENCE, check())))
    const failing = names.filter((_name, index) => results[index]?.status === 'rejected')
    response
      .set('Cache-Control', 'no-store')
      .status(failing.length === 0 ? 200 : 503)
      .json(failing.length === 0 ? { status: 'ready' } : { status: 'not ready', failing })
  })
  return router
}

/** The promise's outcome, or a rejection when it takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
