import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from '../logging.ts'
import { spanIdOf, traceIdOf } from './ids.ts'
import type { Tracing } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/** How long spans are gathered before they are sent, in milliseconds. */
const GATHER = 1_000
/** How long a collector may take for an answer, and the end of a process may wait for it; in milliseconds. */
const PATIENCE = 3_000
/** A collector that is away is complained of once in so long, in milliseconds. */
const COMPLAIN_EVERY = 60_000

/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP). One that does not answer costs nobody anything: what does not
 * fit into the queue is left out.
 * @param endpoint such as `http://localhost:4318`
 */
export function traceOverHttp(service: string, endpoint: string, log: Log): Tracing {
  complainTo(log)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: PATIENCE,
  })
  // The span that is begun next: ids follow from what it is about.
  let next = { traceId: '', spanId: '' }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'forecourt' }),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: GATHER, exportTimeoutMillis: PATIENCE })],
  })
  const tracer = provider.getTracer('forecourt')
  return {
    record({ name, kind, requestId, known, causedBy, beganAt, attributes, failure }) {
      const traceId = traceIdOf(requestId)
      next = { traceId, spanId: spanIdOf(known ?? `${name} ${beganAt} ${Math.random()}`) }
      const cause = causedBy && { traceId, spanId: spanIdOf(causedBy), traceFlags: TraceFlags.SAMPLED, isRemote: true }
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], startTime: beganAt, attributes: { ...attributes, 'forecourt.request': requestId } },
        cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT,
      )
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
      span.end()
    },
    close: () => provider.shutdown(),
  }
}

const silent = () => {}

/** The library's own words may quote what it was to send. */
function complainTo(log: Log): void {
  let last = Number.NEGATIVE_INFINITY
  const complain = () => {
    if (performance.now() - last < COMPLAIN_EVERY) return
    last = performance.now()
    log.warn({ step: 'traces' }, 'traces could not be sent')
  }
  const logger = { error: complain, warn: silent, info: silent, debug: silent, verbose: silent }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}
