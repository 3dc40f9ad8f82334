import type { Log } from '../logging.ts'

/** Something that was done, for whoever wants to see where the time of a request went. Nothing personal is ever in it. */
export interface Span {
  /** Such as `append`: few different ones. */
  readonly name: string
  readonly kind: 'server' | 'internal' | 'producer' | 'consumer'
  /** Id of the request that all of it comes from (`$correlationId`). */
  readonly requestId: string
  /** Under which others may name it as their cause; see `SPANS`. */
  readonly known?: string | undefined
  /** What the cause is known as; undefined for what nothing of ours has caused. */
  readonly causedBy?: string | undefined
  /** Milliseconds since 1970. */
  readonly beganAt: number
  readonly attributes: Readonly<Record<string, string | number>>
  /** Why it did not do what it should; the name of an error, never its text. */
  readonly failure?: string | undefined
}

/** Sends spans somewhere. */
export interface Tracing {
  /** It is over now. */
  record(span: Span): void
  /** What was recorded is sent. */
  close(): Promise<void>
}

let tracing: Tracing | undefined

/** Whether spans are recorded at all: what they cost to describe is spent only then. */
export const isTraced = (): boolean => tracing !== undefined

/** Records what has just ended; nothing happens unless traces are wanted. */
export function recordSpan(span: Span): void {
  tracing?.record(span)
}

/** Records how long the work took and whether it failed. @throws what the work throws */
export async function traced<Done>(span: Omit<Span, 'beganAt' | 'failure'>, work: () => Promise<Done>): Promise<Done> {
  if (tracing === undefined) return await work()
  const beganAt = Date.now()
  try {
    const done = await work()
    recordSpan({ ...span, beganAt })
    return done
  } catch (error) {
    // It may be tried again: what comes of it is caused by the try that succeeds.
    recordSpan({ ...span, known: undefined, beganAt, failure: error instanceof Error ? error.name : 'not an error' })
    throw error
  }
}

/**
 * Sends this process's traces to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`; without one nothing is loaded, and nothing
 * is recorded.
 * @param service name of the process
 * @returns how to end it; what was recorded is sent first
 */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: { readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined },
  log: Log,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {}
  // The libraries take memory and time to load: only who wants traces pays for them.
  const { traceOverHttp } = await import('./otlp.ts')
  const started = traceOverHttp(service, endpoint, log)
  tracing = started
  return async () => {
    tracing = undefined
    await started.close()
  }
}
