import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { zipped } from './zipped.ts'

/** A year: what is below `/assets` never changes under its name. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** A renter's own page: whoever has its address is let in, so nobody keeps or lists it. */
const BOOKING = /^\/[^/]+\/booking\//

const PORTAL = /^\/[a-z0-9-]+\/portal$/
const DESK = /^\/[a-z0-9-]+\/admin$/

/** The file of one of the app's own pages. */
function pageOf(path: string): string {
  if (path === '/') return '/landing.html'
  if (PORTAL.test(path)) return '/portal.html'
  return DESK.test(path) ? '/desk.html' : '/index.html'
}

/**
 * Serves the built web app. Files below `/assets` carry a hash of their content in their name and are kept by browsers for
 * good; everything else is asked for anew. An address without a file's ending is one of the app's own pages, of which
 * only the landing page has its markup in a file, and portal and dashboard name what they need; a file that is not there is
 * a real 404, so that a browser never takes a page for a script.
 * @param folder of the built app
 */
export function webApp(folder: string): RequestHandler {
  const router = Router()
  router.use((request, response, next) => {
    response.set('Cache-Control', request.path.startsWith('/assets/') ? FOR_GOOD : 'no-cache')
    if (BOOKING.test(request.path)) response.set('Cache-Control', 'no-store').set('X-Robots-Tag', 'noindex, nofollow')
    next()
  })
  router.use((request, _response, next) => {
    const isPage = /^\/(?:[^.]*\/)?[^./]*$/.test(request.path) && !request.path.startsWith('/assets/')
    if (isPage) request.url = pageOf(request.path)
    next()
  })
  // The files are small, and a browser that asks for a piece of one takes all of it.
  const files = express.static(folder, { cacheControl: false, index: false, redirect: false, acceptRanges: false })
  router.use(zipped(folder), files)
  router.use((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD').status(405).type('text').send('Not possible here')
    } else response.set('Cache-Control', 'no-store').status(404).type('text').send('Not found')
  })
  router.use(answerRefusal)
  return router
}

/** A request that was not understood (`send` says how, in `status`). */
const Refusal = z.object({ status: z.int().min(400).max(499) })

/** Express would show where in its code the request was refused, to the caller and on the terminal. */
const answerRefusal: ErrorRequestHandler = (error, _request, response, next) => {
  const refusal = Refusal.safeParse(error)
  if (response.headersSent || !refusal.success) next(error)
  else response.set('Cache-Control', 'no-store').status(refusal.data.status).type('text').send('Not possible here')
}
