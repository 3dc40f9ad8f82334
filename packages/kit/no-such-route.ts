import { callOf, methodsAt } from '@forecourt/contracts/calls.ts'
import type { RequestHandler } from 'express'
import { notFound, Problem } from './problem.ts'

/** What routers would answer by themselves, each with the methods that it has itself: no call is asked with `OPTIONS`. */
export const noOptions: RequestHandler = (request, response, next) =>
  request.method === 'OPTIONS' ? noSuchRoute(request, response, next) : next()

/** What is no call is answered as such, whatever is wrong with its query or body besides. */
export const callsOnly: RequestHandler = (request, response, next) =>
  callOf(request.method, request.baseUrl + request.path) === undefined ? noSuchRoute(request, response, next) : next()

/**
 * What no route has taken: an address that a call has is told what it can be asked with (405 and `Allow`), whichever service
 * answers that; everything else is absent.
 */
export const noSuchRoute: RequestHandler = ({ method, baseUrl, path }, _response, next) => {
  const allowed = methodsAt(baseUrl + path)
  if (allowed.length === 0 || allowed.includes(method)) return next(notFound())
  next(
    new Problem(405, 'method-not-allowed', `${method} is not possible here`, {
      headers: { Allow: allowed.join(', ') },
    }),
  )
}
