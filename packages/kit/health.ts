import type { ServerResponse } from 'node:http'
import { Router } from 'express'
import { within } from './within.ts'

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
    if (failing.length > 0) notReady(response, failing)
    else response.set('Cache-Control', 'no-store').json({ status: 'ready' })
  })
  return router
}

/** Answers `/readyz` in the negative. @param failing names what is not as it should be */
export function notReady(response: ServerResponse, failing: readonly string[]): void {
  response.statusCode = 503
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(JSON.stringify({ status: 'not ready', failing }))
}
