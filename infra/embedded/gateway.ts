import { Agent, createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { answerUnreadable } from '@forecourt/kit/client-error.ts'
import { problemBody, unavailable } from '@forecourt/kit/problem.ts'
import { withPath } from '@forecourt/kit/request-target.ts'
import { securityHeaders } from '@forecourt/kit/security-headers.ts'
import { codeOf } from '@forecourt/kit/system-error.ts'
import express, { type Express } from 'express'
import { createProxyServer } from 'httpxy'
import { CannotStart } from './cannot-start.ts'
import { startingPage } from './starting-page.ts'
import { webApp } from './web-app.ts'

/** Where a request goes: the address of what answers it, or undefined while that is (re)starting. */
export type Upstream = () => string | undefined

export interface GatewayOptions {
  readonly publicUrl: string
  /** Folder of the built web app. */
  readonly webFolder: string
  /** Whether the app in that folder is complete; absent where it was built beforehand. */
  readonly isBuilt?: () => boolean
  /** Answers GET and HEAD of the API, and files. */
  readonly query: Upstream
  /** Answers everything else of the API. */
  readonly command: Upstream
  /** The embedded object storage; absent when a real one is used, which browsers reach by themselves. */
  readonly storage?: { readonly bucket: string; readonly url: Upstream }
  /** A real object storage that pages may send files to. */
  readonly uploadOrigins: readonly string[]
  /** The page with the caught mails below `/dev/mail`; absent when mails are really sent. */
  readonly inbox?: RequestListener
  /** Whether everything behind works. */
  readonly isReady: () => boolean
  /** How long a service may say nothing before its caller is answered 503, in milliseconds. */
  readonly patience?: number
}

/** What the apps of a business are installed by: made by the query service, although it stands between the app's pages. */
const INSTALLING = /^\/[^/?]+\/(?:portal|admin)\/(?:manifest\.webmanifest|icon\.png)(?:\?|$)/

/** Longer than any service takes to say that something behind it does not answer. */
const PATIENCE = 30_000
/**
 * A connection that nobody uses is closed after so many milliseconds, or a second before the service says that it will close it: a
 * request on one that the service is just closing would be answered 503. Without this Node heeds nothing that a service says of it.
 */
const IDLE = 60_000

/**
 * One origin for the browser, as the gateway of a deployment makes it: reads go to the query service, everything else of
 * the API to the command service, files to the web app.
 */
export function createGateway(options: GatewayOptions): Express {
  const app = express().disable('x-powered-by')
  const { patience = PATIENCE, isBuilt = () => true } = options
  const forward = createForwarder()
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  app.get('/readyz', (_request, response) => {
    const ready = options.isReady()
    response
      .set('Cache-Control', 'no-store')
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready' })
  })
  // Not mounted with `app.use(path)`: that would cut the path off the address that is passed on.
  app.use((request, response, next) => {
    const { inbox, storage } = options
    if (isBelow('/api', request) || isBelow('/objects', request)) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      forward(request, response, isRead ? options.query() : options.command(), patience)
    } else if (INSTALLING.test(request.url)) {
      forward(request, response, options.query(), patience)
    } else if (storage !== undefined && isBelow(`/${storage.bucket}`, request)) {
      forward(request, response, storage.url())
    } else if (inbox !== undefined && isBelow('/dev/mail', request)) {
      inbox(request, response)
    } else next()
  })
  app.use(securityHeaders(options.publicUrl, options.uploadOrigins), startingPage(isBuilt), webApp(options.webFolder))
  return app
}

/** A gateway that listens. */
export interface ListeningGateway {
  /** Takes no more requests, finishes those under way for a moment, then cuts what is still open (event streams). */
  close(): Promise<void>
}

/**
 * Listens on a port of this machine, for this machine.
 * @throws CannotStart when the port is taken or not allowed
 */
export async function listen(gateway: RequestListener, port: number): Promise<ListeningGateway> {
  // The services have their own limits on requests; an upload over a slow line may take longer than Node's default.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, withPath(gateway))
  answerUnreadable(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const code = codeOf(cause)
      if (code === 'EADDRINUSE')
        reject(
          new CannotStart(
            `Port ${port} is taken: stop what uses it, or choose another one: PORT=${port + 1} npm start`,
          ),
        )
      else if (code === 'EACCES')
        reject(new CannotStart(`Port ${port} is for root only: choose one from 1024 on: PORT=3000 npm start`))
      else reject(cause)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), 1_000)
      await closed
      clearTimeout(cut)
    },
  }
}

/** Streams requests and answers in both directions, untouched but for the headers that name the caller. */
function createForwarder() {
  // Without `proxyTimeout`: what is set here would win over what a call says.
  const proxy = createProxyServer({ xfwd: true, agent: new Agent({ keepAlive: true, timeout: IDLE }), timeout: 0 })
  proxy.on('error', (error, _request, response) => {
    if (response === undefined || !('headersSent' in response)) return
    if (response.headersSent) response.destroy()
    else answerUnavailable(response, error)
  })
  // A stream of events may be silent for as long as nothing happens.
  proxy.on('proxyRes', (answer) => {
    if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.setTimeout(0)
  })
  return (request: IncomingMessage, response: ServerResponse, target: string | undefined, proxyTimeout = 0): void => {
    // What a caller says about addresses counts for nothing: the services trust exactly one hop, this one.
    for (const name of Object.keys(request.headers)) {
      if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete request.headers[name]
    }
    if (target === undefined) answerUnavailable(response)
    else void proxy.web(request, response, { target, proxyTimeout })
  }
}

/** Nobody knows whether a request that broke off was done: the client may send it again, as its key makes it count once. */
function answerUnavailable(response: ServerResponse, cause?: unknown): void {
  const problem = unavailable(cause)
  response
    .writeHead(problem.status, {
      ...problem.headers,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    })
    .end(JSON.stringify(problemBody(problem)))
}

function isBelow(prefix: string, { url = '' }: IncomingMessage): boolean {
  return url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`)
}
