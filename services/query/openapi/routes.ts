import { createHash } from 'node:crypto'
import { parseQuery } from '@forecourt/kit/parse.ts'
import { sessionCookieName } from '@forecourt/kit/session.ts'
import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { openApiDocument } from './document.ts'
import { documentationPage } from './page.ts'
import { DOCUMENTATION_STYLE } from './style.ts'

/**
 * `GET /api/openapi.json` and `GET /api/docs`: the same table of calls, for programs and for people. Made when they are
 * first asked for, because most processes are never asked.
 */
export function documentationRoutes(publicUrl: string): Router {
  const cookie = sessionCookieName(publicUrl)
  const router = Router({ caseSensitive: true })
  router.get(
    '/api/openapi.json',
    unchanging('application/json', () => JSON.stringify(openApiDocument(cookie))),
  )
  router.get(
    '/api/docs',
    unchanging('text/html', () => documentationPage(cookie)),
  )
  router.get(
    '/api/docs/style.css',
    unchanging('text/css', () => DOCUMENTATION_STYLE),
  )
  return router
}

const NoQuery = z.strictObject({})

/** Answers what is the same for everybody until the next release. */
function unchanging(type: string, make: () => string): RequestHandler {
  let made: { readonly text: string; readonly tag: string } | undefined
  return (request, response) => {
    parseQuery(NoQuery, request.originalUrl)
    made ??= tagged(make())
    response.set('Cache-Control', 'no-cache').set('ETag', made.tag)
    if (request.get('if-none-match')?.includes(made.tag) === true) response.status(304).end()
    else response.type(type).send(made.text)
  }
}

function tagged(text: string): { readonly text: string; readonly tag: string } {
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
