import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parameter, type RequestTarget } from './request-target.ts'
import { accessDenied, S3Error } from './s3-error.ts'

/** Secret access keys by access key id. */
export type AccessKeys = Readonly<Record<string, string>>

/** What a caller has signed, whichever of the two ways it came. */
interface Claim {
  readonly accessKeyId: string
  readonly date: string
  /** `{yyyymmdd}/{region}/s3/aws4_request` */
  readonly scope: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** Hash of the body, or one of the protocol's words for a body that is not hashed. */
  readonly payloadHash: string
  readonly validFrom: number
  readonly validUntil: number
}

interface SignedRequest {
  readonly method: string
  readonly target: RequestTarget
  readonly headers: IncomingHttpHeaders
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const CLOCK_SKEW_MS = 15 * 60_000
const LONGEST_PRESIGNED_SECONDS = 7 * 24 * 3600

/**
 * Checks a request's AWS Signature Version 4, in the `Authorization` header or in the address (presigned).
 * @returns what is said of the body: a SHA-256 in hex, `UNSIGNED-PAYLOAD` or one of the `STREAMING-…` words
 * @throws {S3Error} 403 when there is no signature, it is not valid, not valid now, or leaves out a header that matters
 */
export function verifySignature(request: SignedRequest, keys: AccessKeys, now: number): string {
  const claim = parameter(request.target, 'X-Amz-Signature') === undefined ? fromHeader(request) : fromAddress(request)
  const secret = Object.hasOwn(keys, claim.accessKeyId) ? keys[claim.accessKeyId] : undefined
  if (secret === undefined) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key id does not exist in our records.')
  }
  if (now < claim.validFrom - CLOCK_SKEW_MS || now > claim.validUntil) throw accessDenied('Request has expired')
  requireSignedHeaders(request, claim)

  const expected = hmac(signingKey(secret, claim.scope), stringToSign(request, claim)).toString('hex')
  if (!equal(expected, claim.signature)) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match yours.')
  }
  return claim.payloadHash
}

function fromHeader({ headers }: SignedRequest): Claim {
  const { authorization } = headers
  if (!authorization?.startsWith(`${ALGORITHM} `)) throw accessDenied('Anonymous access is forbidden')
  const parts = new Map(
    authorization
      .slice(ALGORITHM.length + 1)
      .split(',')
      .map((part) => {
        const equals = part.indexOf('=')
        return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const
      }),
  )
  const date = single(headers['x-amz-date'])
  const signedAt = instant(date)
  return {
    ...credential(parts.get('Credential'), date),
    date,
    signedHeaders: (parts.get('SignedHeaders') ?? '').split(';'),
    signature: parts.get('Signature') ?? '',
    payloadHash: single(headers['x-amz-content-sha256']),
    validFrom: signedAt,
    validUntil: signedAt + CLOCK_SKEW_MS,
  }
}

function fromAddress({ target }: SignedRequest): Claim {
  if (parameter(target, 'X-Amz-Algorithm') !== ALGORITHM) throw malformed('X-Amz-Algorithm')
  const date = parameter(target, 'X-Amz-Date') ?? ''
  const signedAt = instant(date)
  const seconds = Number(parameter(target, 'X-Amz-Expires'))
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_PRESIGNED_SECONDS) throw malformed('X-Amz-Expires')
  return {
    ...credential(parameter(target, 'X-Amz-Credential'), date),
    date,
    signedHeaders: (parameter(target, 'X-Amz-SignedHeaders') ?? '').split(';'),
    signature: parameter(target, 'X-Amz-Signature') ?? '',
    payloadHash: parameter(target, 'X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    validFrom: signedAt,
    validUntil: signedAt + seconds * 1000,
  }
}

/**
 * The host must be signed, and so must every `x-amz-` header: otherwise somebody who was given an address to upload to
 * could add `x-amz-copy-source` and read any object into it. The body's hash is read from the signed place only, so a
 * header of that name in a presigned request has no effect and may be there.
 */
function requireSignedHeaders({ headers }: SignedRequest, { signedHeaders }: Claim): void {
  if (!signedHeaders.includes('host')) throw accessDenied('The host header must be signed')
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !signedHeaders.includes(name),
  )
  if (unsigned.length > 0) throw accessDenied('There were headers present in the request which were not signed')
}

function stringToSign({ method, target, headers }: SignedRequest, claim: Claim): string {
  const query = target.parameters
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
  const canonicalRequest = [
    method,
    target.rawPath
      .split('/')
      .map((segment) => encode(decodeURIComponent(segment)))
      .join('/'),
    query.map(([name, value]) => `${name}=${value}`).join('&'),
    ...claim.signedHeaders.map((name) => `${name}:${single(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n')
  return [ALGORITHM, claim.date, claim.scope, createHash('sha256').update(canonicalRequest).digest('hex')].join('\n')
}

function credential(text: string | undefined, date: string): Pick<Claim, 'accessKeyId' | 'scope'> {
  const match = /^([^/]+)\/((\d{8})\/[a-z0-9-]+\/s3\/aws4_request)$/.exec(text ?? '')
  const [, accessKeyId, scope, day] = match ?? []
  if (accessKeyId === undefined || scope === undefined || day !== date.slice(0, 8)) throw malformed('Credential')
  return { accessKeyId, scope }
}

function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`))
}

/** Milliseconds of a date such as `20260314T092653Z`. */
function instant(date: string): number {
  const ms = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!/^\d{8}T\d{6}Z$/.test(date) || Number.isNaN(ms)) throw malformed('X-Amz-Date')
  return ms
}

/** RFC 3986 encoding as the signature wants it: `encodeURIComponent` leaves `!'()*` alone. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

function single(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

const malformed = (what: string) => new S3Error(400, 'AuthorizationQueryParametersError', `${what} is not valid.`)
