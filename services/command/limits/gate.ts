import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { tooMany } from '@forecourt/kit/booking-bearer.ts'
import { requestIdOf } from '@forecourt/kit/http-app.ts'
import { httpSeconds } from '@forecourt/kit/metrics.ts'
import { problemBody } from '@forecourt/kit/problem.ts'
import { securityHeaders } from '@forecourt/kit/security-headers.ts'
import { isKeyKnown } from '../booking/request.ts'
import type { Core } from '../log/core.ts'
import type { Limits } from './limits.ts'
import { mayBeStaff, type Recognition } from './recognition.ts'

interface GateOptions extends Recognition {
  readonly core: Pick<Core, 'vehicles' | 'schedules'>
  readonly limits: Pick<Limits, 'fullBusinesses'>
}

const PATH = '/api/bookings'
/** Requests for bookings are smaller; larger ones are read by the application. */
const LARGEST = 16 * 1024
const VEHICLE = /"carId"\s*:\s*"([^"\\]{36})"/

/**
 * In front of the application while a business is full (see `door`): turns its visitors away before Express has them, which
 * costs half. Whatever is not told at the first glance goes to the application, and is refused there.
 */
export function gate(application: RequestListener, options: GateOptions): RequestListener {
  const { fullBusinesses } = options.limits
  const harden = securityHeaders(options.publicUrl)
  return (request, response) => {
    const size = Number(request.headers['content-length'])
    const isSmall = size > 0 && size <= LARGEST
    if (fullBusinesses.size === 0 || request.method !== 'POST' || request.url !== PATH || !isSmall) {
      application(request, response)
      return
    }
    request.once('readable', () => {
      const body: unknown = request.read()
      const refusedFor = Buffer.isBuffer(body) ? refusal(options, request, body) : undefined
      if (refusedFor === undefined) {
        if (Buffer.isBuffer(body)) request.unshift(body)
        application(request, response)
        return
      }
      request.resume()
      harden(request, response, () => turnAway(request, response, refusedFor))
    })
  }
}

/** For how many milliseconds yet this visitor is refused; undefined when they are not, or it takes more to know. */
function refusal(
  { core, limits: { fullBusinesses }, ...recognition }: GateOptions,
  request: IncomingMessage,
  body: Buffer,
): number | undefined {
  const vehicleId = VehicleId.safeParse(VEHICLE.exec(body.toString('latin1'))?.[1]).data
  const businessId = vehicleId && core.vehicles.peek(vehicleStream(vehicleId))?.state?.businessId
  const until = businessId && fullBusinesses.get(businessId)
  if (vehicleId === undefined || until === undefined || mayBeStaff(request, recognition)) return undefined
  const key = request.headers['idempotency-key']
  if (key !== undefined && isKeyKnown(core, vehicleId, String(key).toLowerCase()) !== false) return undefined
  return Math.max(1, until - Date.now())
}

const BODY = JSON.stringify(problemBody(tooMany(1)))
const LENGTH = Buffer.byteLength(BODY)

function turnAway(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  httpSeconds.observe({ method: 'POST', route: PATH, status: 429 }, 0)
  response
    .writeHead(429, {
      ...tooMany(milliseconds).headers,
      'X-Request-Id': requestIdOf(request),
      'Content-Type': 'application/problem+json',
      'Content-Length': LENGTH,
      'Cache-Control': 'no-store',
    })
    .end(BODY)
}
