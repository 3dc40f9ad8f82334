import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerXml } from './answer.ts'
import { allowOrigin, answerPreflight } from './cors.ts'
import { parseTarget } from './request-target.ts'
import { dispatch } from './routes.ts'
import { S3Error } from './s3-error.ts'
import { type AccessKeys, verifySignature } from './signature.ts'
import { createObjectStore } from './store.ts'
import { errorXml } from './xml.ts'

interface Options {
  /** Folder of the objects; made when it is not there. */
  readonly dir: string
  readonly keys: AccessKeys
  /** Origins whose scripts may use presigned addresses, when the browser does not reach us on its own origin. */
  readonly origins?: readonly string[]
  /** Buckets that are there from the start. */
  readonly buckets?: readonly string[]
  /** Longest object that is taken. */
  readonly maxBytes?: number
  /** Told of what is our fault, not the caller's. */
  readonly onError?: (error: unknown) => void
}

export interface S3Server {
  /** Starts on 127.0.0.1, on any free port unless one is given, and gives the address for clients. */
  listen(port?: number): Promise<string>
  /** Takes no more requests, finishes those under way, ends. */
  close(): Promise<void>
}

const SIXTEEN_MEBIBYTES = 16 * 1024 * 1024
const LONGEST_REQUEST_MS = 60_000
const IDLE_CONNECTION_MS = 30_000
/** Clients keep connections that they do not use. */
const LONGEST_GOODBYE_MS = 2_000

/**
 * The part of the S3 protocol that the product uses, with files on disk: objects (put, get, range, head, copy, delete),
 * listing, presigned addresses, CORS. It checks what a real service checks (signature, expiry, signed length and type,
 * checksums), so that what works here works there; `s3-contract.test.ts` runs on both. Multipart uploads, versions,
 * access lists and policies are answered 501.
 */
export function createS3Server(options: Options): S3Server {
  const { dir, keys, origins = [], buckets = [], maxBytes = SIXTEEN_MEBIBYTES, onError = () => {} } = options
  const store = createObjectStore(dir)
  for (const bucket of buckets) store.createBucket(bucket)

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      allowOrigin(request, response, origins)
      if (request.method === 'OPTIONS') return answerPreflight(request, response)
      const target = parseTarget(request.url ?? '')
      const signed = { method: request.method ?? '', target, headers: request.headers }
      const payloadHash = verifySignature(signed, keys, Date.now())
      await dispatch({ request, response, target, payloadHash, store, maxBytes })
    } catch (error) {
      if (!(error instanceof S3Error) && !request.socket.destroyed) onError(error)
      await refuse(request, response, error, maxBytes)
    }
  }

  const server = createServer({ requestTimeout: LONGEST_REQUEST_MS, headersTimeout: 10_000 }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.timeout = IDLE_CONNECTION_MS
  server.keepAliveTimeout = IDLE_CONNECTION_MS

  return {
    async listen(port = 0) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, '127.0.0.1', resolve)
      })
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('listening on a port gives a port')
      return `http://127.0.0.1:${address.port}`
    },
    async close() {
      const impatient = setTimeout(() => server.closeAllConnections(), LONGEST_GOODBYE_MS)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
      clearTimeout(impatient)
    },
  }
}

/**
 * Answers an error. The rest of a body is swallowed first, as far as an upload may be long: a client that is still
 * sending would see a broken connection and never read why it was refused.
 */
async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  limit: number,
): Promise<void> {
  if (response.headersSent || request.socket.destroyed) {
    response.destroy()
    return
  }
  const known =
    error instanceof S3Error ? error : new S3Error(500, 'InternalError', 'We encountered an internal error.')
  if (!(await swallow(request, limit))) response.setHeader('connection', 'close')
  if (request.method === 'HEAD') response.writeHead(known.status).end()
  else answerXml(response, known.status, errorXml(known))
}

/** Reads the body to its end and forgets it; false when it is longer than the limit or breaks off. */
async function swallow(request: IncomingMessage, limit: number): Promise<boolean> {
  if (request.readableEnded) return true
  let size = 0
  return new Promise((resolve) => {
    request
      .on('data', (piece: Buffer) => {
        size += piece.length
        if (size > limit) resolve(false)
      })
      .on('end', () => resolve(true))
      .on('error', () => resolve(false))
      .on('close', () => resolve(false))
      .resume()
  })
}
