import type { RequestListener } from 'node:http'
import { Problem, problemBody } from './problem.ts'

/**
 * Gives the application requests whose target it understands: path and query. A proxy may send the whole address (RFC 9112,
 * absolute-form), which is taken for its path. What is no address at all is answered here, 400 `malformed`: Express would
 * answer it with a page of its own.
 */
export function withPath(application: RequestListener): RequestListener {
  return (request, response) => {
    const target = pathOf(request.url ?? '')
    if (target !== undefined) {
      request.url = target
      application(request, response)
      return
    }
    const problem = new Problem(400, 'malformed', 'The request could not be read')
    response
      .writeHead(problem.status, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' })
      .end(JSON.stringify(problemBody(problem)))
  }
}

function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target
  const url = URL.parse(target)
  return url !== null && /^https?:$/.test(url.protocol) ? url.pathname + url.search : undefined
}
