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
import { createLine } from './line.ts'
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
/**
 * Who asks for bookings is let in as soon as they come while a process has as few of them under way as it has when it is
 * merely busy: it decides with far fewer. From then on each business has its own line.
 */
export const LINE = { unasked: 32, ofEach: 16, waiting: 1_000, patience: 3_000, inTurn: HEARD_AGAIN_IN_TURN }
/** Whose a vehicle is that nobody has asked for of late: such ones have a line together. */
const NOT_KNOWN_YET = 'not known yet'
const A_BUG = 'a bug in front of the application: it answers itself'
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
  const line = createLine(LINE)

  function isTurnedAway(request: IncomingMessage, response: ServerResponse, asked: Asked): boolean {
    try {
      const refused = refusal(options, asked)
      if (refused === undefined) return false
      together.turnedAway(refused.businessId)
      turnAway(request, response, refused.milliseconds)
    } catch (error) {
      say.error({ error }, A_BUG)
    }
    if (!response.headersSent) return false
    request.once('end', () => readLater(request.socket)).resume()
    return true
  }

  /** Undefined when it is no visitor's, or not told at the first glance: the application has to look. */
  function askedByVisitor(request: IncomingMessage, body: unknown): (Asked & { readonly name: string }) | undefined {
    try {
      if (!Buffer.isBuffer(body) || mayBeStaff(request) || saysItIsStaff(request)) return undefined
      const asked = whatIsAsked(request, body)
      return asked && { ...asked, name: businessOf(options, asked) ?? NOT_KNOWN_YET }
    } catch (error) {
      say.error({ error }, A_BUG)
      return undefined
    }
  }

  /** Looks at what somebody asks for: they go away, go in, or wait until it is their turn. */
  function receive(request: IncomingMessage, response: ServerResponse): void {
    const enter = () => application(request, response)
    const body: unknown = request.read()
    const asked = askedByVisitor(request, body)
    if (asked !== undefined && isTurnedAway(request, response, asked)) return
    // In this turn yet: a request of which all was read has ended with it.
    if (Buffer.isBuffer(body)) request.unshift(body)
    if (asked === undefined) line.letIn({ response, enter })
    else line.join(asked.name, { response, enter, isTurnedAway: () => isTurnedAway(request, response, asked) })
  }

  return (request, response) => {
    const size = Number(request.headers['content-length'])
    const isSmall = size > 0 && size <= LARGEST
    if (request.method !== 'POST' || request.url !== PATH || !isSmall) application(request, response)
    else if (limits.fullBusinesses.size > 0 || !line.isShort) request.once('readable', () => receive(request, response))
    else line.letIn({ response, enter: () => application(request, response) })
  }
}

/** What a visitor asks for, as far as it is told at the first glance. */
interface Asked {
  readonly vehicleId: VehicleId
  readonly key: string | string[] | undefined
}

function whatIsAsked({ headers }: IncomingMessage, body: Buffer): Asked | undefined {
  const vehicleId = VehicleId.safeParse(VEHICLE.exec(body.toString('latin1'))?.[1]).data
  return vehicleId && { vehicleId, key: headers['idempotency-key'] }
}

const businessOf = ({ core }: Pick<GateOptions, 'core'>, { vehicleId }: Asked): BusinessId | undefined =>
  core.vehicles.peek(vehicleStream(vehicleId))?.state?.businessId

interface Refusal {
  readonly businessId: BusinessId
  /** For how long yet. */
  readonly milliseconds: number
}

/** What a visitor is told. Undefined when they are not refused, or it takes more to know. */
function refusal(options: GateOptions, asked: Asked): Refusal | undefined {
  const { core, limits } = options
  const businessId = businessOf(options, asked)
  const until = businessId && limits.fullBusinesses.get(businessId)
  if (businessId === undefined || until === undefined) return undefined
  const { vehicleId, key } = asked
  if (key !== undefined) {
    const { data } = IdempotencyKey.safeParse(key)
    if (data === undefined || isKeyKnown(core, vehicleId, data) !== false) return undefined
  }
  return { businessId, milliseconds: Math.max(1, until - Date.now()) }
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
