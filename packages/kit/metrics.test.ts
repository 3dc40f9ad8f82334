import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp } from './http-app.ts'
import { createLog } from './logging.ts'
import { gauge, type ServingMetrics, serveMetrics } from './metrics.ts'
import { type Serving, serve } from './serve.ts'

const log = createLog({ service: 'test', level: 'silent' })
let metrics: ServingMetrics | undefined
let serving: Serving

beforeAll(async () => {
  metrics = await serveMetrics({ HOST: '127.0.0.1', METRICS_PORT: 0 }, log)
  const app = createHttpApp({ log, publicUrl: 'http://localhost', trustedHops: 0 })
  app.get('/api/things/:id', (_request, response) => void response.json({}))
  serving = await serve(app, { host: '127.0.0.1', port: 0, log })
})
afterAll(async () => {
  await serving.close()
  await metrics?.close()
})

const get = (port: number | undefined, path: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const asked = request({ port, path, host: '127.0.0.1' }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
    asked.once('error', reject).end()
  })

describe('metrics', () => {
  it('count answers by the pattern of their route, never by what was asked for', async () => {
    await get(serving.port, '/api/things/CANARY')
    await get(serving.port, '/CANARY')
    const { status, body } = await get(metrics?.port, '/metrics')
    expect(status).toBe(200)
    expect(body).toContain(
      'forecourt_http_request_duration_seconds_count{method="GET",route="/api/things/:id",status="200"} 1',
    )
    expect(body).toContain('route="none",status="404"} 1')
    expect(body).not.toContain('CANARY')
    expect(body).toContain('process_resident_memory_bytes')
  })

  it('say that a figure cannot be told, and tell all others', async () => {
    gauge('forecourt_test_told', 'told', async () => 7)
    gauge('forecourt_test_silent', 'silent', () => new Promise(() => {}))
    gauge('forecourt_test_untold', 'untold', async () => {
      throw new Error('the database is gone')
    })
    const { body } = await get(metrics?.port, '/metrics')
    expect(body).toContain('\nforecourt_test_told 7')
    expect(body).toContain('\nforecourt_test_untold Nan')
    expect(body).toContain('\nforecourt_test_silent Nan')
  })

  it('are at one address alone, and nowhere unless a port is set', async () => {
    expect(await get(metrics?.port, '/')).toMatchObject({ status: 404 })
    expect(await serveMetrics({ HOST: '127.0.0.1' }, log)).toBeUndefined()
  })
})
