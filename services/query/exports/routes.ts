import { once } from 'node:events'
import type { Log } from '@forecourt/kit/logging.ts'
import { parseQuery } from '@forecourt/kit/parse.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { type Response, Router } from 'express'
import { z } from 'zod'
import type { Answering } from '../reading/answering.ts'
import { readRows } from '../reading/reads.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import { type Ask, TABLES, type Table } from './tables.ts'

interface ExportDeps {
  readonly answering: Pick<Answering, 'memberOf' | 'catchUp'>
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
}

const NoQuery = z.strictObject({})

/**
 * `GET /api/admin/exports/{what}`: a member's own business as CSV. It is read page by page while it is sent, never faster
 * than whoever fetches it can take it, so that the memory it needs is that of one page.
 */
export function exportRoutes({ answering, database, now, log }: ExportDeps): Router {
  const router = Router({ caseSensitive: true })
  for (const [what, table] of Object.entries<Table>(TABLES)) {
    router.get(`/api/admin/exports/${what}`, async (request, response) => {
      const { businessId } = await answering.memberOf(request)
      parseQuery(NoQuery, request.originalUrl)
      await answering.catchUp(request, response)
      const ask: Ask = (read, input) => readRows(database, now(), read, { by: 'business', businessId }, input)
      // Before anything is sent: what goes wrong here can still be said.
      const first = await table.page(undefined, ask)
      response.type('text/csv; charset=utf-8').set('Content-Disposition', `attachment; filename="${what}.csv"`)
      if (request.method === 'HEAD') {
        response.end()
        return
      }
      try {
        await send(response, BYTE_ORDER_MARK + csvLine(table.columns))
        for (let page = first; ; page = await table.page(page.next, ask)) {
          await send(response, page.lines.map(csvLine).join(''))
          if (page.next === undefined) break
        }
        response.end()
      } catch (error) {
        // Half a file must not pass for a whole one: it breaks off.
        if (!response.destroyed) log.warn({ error }, 'an export broke off')
        response.destroy()
      }
    })
  }
  return router
}

/** Resolves when the next piece may be sent. @throws {Error} nobody is there any more */
async function send(response: Response, text: string): Promise<void> {
  if (response.destroyed) throw new Error('the caller has gone')
  if (text === '' || response.write(text)) return
  const gone = new AbortController()
  const onClose = () => gone.abort()
  response.once('close', onClose)
  try {
    await once(response, 'drain', { signal: gone.signal })
  } finally {
    response.off('close', onClose)
  }
}
