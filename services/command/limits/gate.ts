import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type BusinessId, VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { retryAfter, tooMany } from '@forecourt/kit/booking-bearer.ts'
import { requestIdOf } from '@forecourt/kit/http-app.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { httpSeconds } from '@forecourt/kit/metrics.ts'
import { problemBody } from '@forecourt/kit/problem.ts'
import { namedSecurityHeaders } from '@forecourt/kit/security-headers.ts'
import { isKeyKnown } from '../booking/request.ts'
import { IdempotencyKey } from '../call-of.ts'
import type { Core } from '../log/core.ts'
import { readsLater } from './idle-turns.ts'
import type { Limits } from './limits.ts'
import { createRecognition, type Recognition, saysItIsStaff } from './recognition.ts'
import type { ToldTogether } from './told-together.ts'

interface GateOptions extends Recognition {
  readonly core: Pick<Core, 'vehicles' | 'schedules'>
  readonly limits: Pick<Limits, 'fullBusinesses'>
  readonly together: ToldTogether
  readonly say: Log
}

const PATH = '/api/bookings'
/** Requests for bookings are smaller; larger ones are read by the application. */
const LARGEST = 16 * 1024
/**
 * Of those who were turned away so many are heard again in one turn of the event loop. A thousand who ask at once would else
 * take a tenth of a second before each step of somebody else's booking.
 */
const HEARD_AGAIN_IN_TURN = 16
const VEHICLE = /"carId"\s*:\s*"([^"\\]{36})"/

/**
 * In front of the application while a business is full (see `door`): turns its visitors away before Express has them, which
 * costs half. Whatever is not told at the first glance goes to the application, and is refused there; so does whatever fails,
 * as nobody would catch it here.
 */
export function gate(application: RequestListener, options: GateOptions): RequestListener {
  const { limits, publicUrl, together, say } = options
  const turnAway = turnsAway(publicUrl)
  const readLater = readsLater(HEARD_AGAIN_IN_TURN)
  const mayBeStaff = createRecognition(options)

  function isTurnedAway(request: IncomingMessage, response: ServerResponse, body: Buffer): boolean {
    try {
      const refused = refusal(options, request, body)
      if (refused === undefined || mayBeStaff(request) || saysItIsStaff(request)) return false
      together.turnedAway(refused.businessId)
      turnAway(request, response, refused.milliseconds)
    } catch (error) {
      say.error({ error }, 'a bug in front of the application: it answers itself')
    }
    return response.headersSent
  }

  return (request, response) => {
    const size = Number(request.headers['content-length'])
    const isSmall = size > 0 && size <= LARGEST
    if (limits.fullBusinesses.size === 0 || request.method !== 'POST' || request.url !== PATH || !isSmall) {
      application(request, response)
      return
    }
    request.once('readable', () => {
      const body: unknown = request.read()
      if (Buffer.isBuffer(body)) {
        if (isTurnedAway(request, response, body)) {
          request.once('end', () => readLater(request.socket)).resume()
          return
        }
        request.unshift(body)
      }
      application(request, response)
    })
  }
}

interface Refusal {
  readonly businessId: BusinessId
  /** For how long yet. */
  readonly milliseconds: number
}

/** What a visitor is told. Undefined when they are not refused, or it takes more to know. */
function refusal(
  { core, limits: { fullBusinesses } }: GateOptions,
  request: IncomingMessage,
  body: Buffer,
): Refusal | undefined {
  const vehicleId = VehicleId.safeParse(VEHICLE.exec(body.toString('latin1'))?.[1]).data
  const businessId = vehicleId && core.vehicles.peek(vehicleStream(vehicleId))?.state?.businessId
  const until = businessId && fullBusinesses.get(businessId)
  if (vehicleId === undefined || businessId === undefined || until === undefined) return undefined
  const key = request.headers['idempotency-key']
  if (key !== undefined) {
    const { data } = IdempotencyKey.safeParse(key)
    if (data === undefined || isKeyKnown(core, vehicleId, data) !== false) return undefined
  }
  return { businessId, milliseconds: Math.max(1, until - performance.now()) }
}

const BODY = JSON.stringify(problemBody(tooMany(1)))
const LENGTH = String(Buffer.byteLength(BODY))

/** Answers a visitor who is turned away. All that is the same for each is made once. */
function turnsAway(publicUrl: string) {
  const same = [
    ...namedSecurityHeaders(publicUrl).flat(),
    'Content-Type',
    'application/problem+json; charset=utf-8',
    'Content-Length',
    LENGTH,
    'Cache-Control',
    'no-store',
  ]
  const seconds = httpSeconds.labels({ method: 'POST', route: PATH, status: 429 })
  return (request: IncomingMessage, response: ServerResponse, milliseconds: number): void => {
    seconds.observe(0)
    const head = [...same, 'Retry-After', retryAfter(milliseconds), 'X-Request-Id', requestIdOf(request)]
    // Not `setHeader` one by one: written at once they cost a third.
    response.writeHead(429, head).end(BODY)
  }
}
