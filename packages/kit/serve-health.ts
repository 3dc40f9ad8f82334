import express from 'express'
import { healthRoutes } from './health.ts'
import type { Log } from './logging.ts'
import { type Serving, serve } from './serve.ts'

/** Serves `/healthz` and `/readyz` of a process that answers nobody else (projector, workers): see {@link healthRoutes}. */
export async function serveHealth(options: {
  readonly host: string
  readonly port: number
  readonly log: Log
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>
}): Promise<Serving> {
  const app = express()
  app.disable('x-powered-by')
  app.use(healthRoutes(options.checks))
  return await serve(app, options)
}
