import { parseQuery } from '@forecourt/kit/parse.ts'
import type { Request, Response } from 'express'
import { z } from 'zod'
import type { Answering } from '../reading/answering.ts'
import type { Live } from './live.ts'

const NoQuery = z.strictObject({})

/** Longer than any version is. */
const LONGEST_ID = 100

/** `GET /api/admin/live`: says to a member which lists of their business have changed, as server-sent events. */
export function liveRoute(live: Live, { watch }: Answering): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    parseQuery(NoQuery, request.originalUrl)
    const member = () => watch(request)
    if (request.method === 'HEAD') {
      await member()
      response.type('text/event-stream').end()
      return
    }
    const known = request.get('last-event-id')
    await live.open(response, known !== undefined && known.length <= LONGEST_ID ? known : undefined, member)
  }
}
