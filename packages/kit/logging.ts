import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { linesOfProcess } from './log-lines.ts'

/**
 * Logs are an allow-list (SECURITY rule 18): a field that is not named here is not written, whatever the caller passes.
 * There is no place for a body, a query string, a cookie, a name or an address.
 */
export interface LogFields {
  readonly requestId?: string | undefined
  /** On lines of what followed from a request, later or elsewhere: that request's `requestId`. */
  readonly correlationId?: string | undefined
  readonly method?: string | undefined
  /** The route's pattern, such as `/api/admin/bookings/:id`: never the address that was asked for. */
  readonly route?: string | undefined
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly durationMs?: number | undefined
  readonly businessId?: string | undefined
  readonly userId?: string | undefined
  readonly subjectId?: string | undefined
  readonly stream?: string | undefined
  readonly eventType?: string | undefined
  readonly eventId?: string | undefined
  readonly position?: bigint | undefined
  readonly jobId?: string | undefined
  readonly template?: string | undefined
  readonly attempt?: number | undefined
  readonly count?: number | undefined
  readonly step?: string | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly error?: unknown
}

const ALLOWED = new Set<string>([
  'requestId',
  'correlationId',
  'method',
  'route',
  'status',
  'code',
  'durationMs',
  'businessId',
  'userId',
  'subjectId',
  'stream',
  'eventType',
  'eventId',
  'position',
  'jobId',
  'template',
  'attempt',
  'count',
  'step',
  'host',
  'port',
] satisfies (keyof LogFields)[])

type Write = (fields: LogFields, message: string) => void

/** Where the processes say what they do: one JSON line each. */
export interface Log {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

/**
 * A log that writes to standard output, or to `destination` (tests read it there). Warnings and errors wait for nothing;
 * for the other lines see `gatherLines`.
 * @param service name of the process, on every line
 */
export function createLog(
  options: { readonly service: string; readonly level?: string },
  destination?: DestinationStream,
): Log {
  const settings: LoggerOptions = {
    level: options.level ?? 'info',
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  }
  const lines = destination === undefined ? linesOfProcess() : undefined
  const logger = pino(settings, destination ?? lines)
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error'): Write =>
    (fields, message) =>
      logger[level](allowed(fields), message)
  const writeNow =
    (level: 'warn' | 'error'): Write =>
    (fields, message) => {
      write(level)(fields, message)
      lines?.hurry()
    }
  return { debug: write('debug'), info: write('info'), warn: writeNow('warn'), error: writeNow('error') }
}

function allowed(fields: LogFields): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (ALLOWED.has(name) && value !== undefined) kept[name] = typeof value === 'bigint' ? String(value) : value
  }
  if (fields.error !== undefined) kept.error = described(fields.error)
  return kept
}

/** Class, code, message and the places in the code: no details, which in database errors hold the row's values. */
function described(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : 'not an error' }
  return {
    name: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    message: error.message.slice(0, 500),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 12),
    ...(error.cause === undefined ? {} : { cause: described(error.cause) }),
  }
}
