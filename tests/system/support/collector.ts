import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })

/** What OTLP/HTTP sends in JSON, as far as a test looks at it. */
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: z.array(Attribute),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A span as the collector took it. */
export type TakenSpan = z.infer<typeof Sent>['resourceSpans'][number]['scopeSpans'][number]['spans'][number] & {
  readonly service: unknown
}

/** A collector of traces: what an OpenTelemetry backend listens on, as far as services speak to it. */
export interface Collector extends AsyncDisposable {
  /** As `OTEL_EXPORTER_OTLP_ENDPOINT` takes it. */
  readonly endpoint: string
  /** All that has come. */
  readonly spans: readonly TakenSpan[]
}

export async function startCollector(): Promise<Collector> {
  const spans: TakenSpan[] = []
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end()
      return
    }
    json(request).then(
      (body) => {
        for (const { resource, scopeSpans } of Sent.parse(body).resourceSpans) {
          const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
          for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
        }
        return response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
      },
      () => response.writeHead(400).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
