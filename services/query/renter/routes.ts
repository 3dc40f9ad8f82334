import { asBearer, bearersOnly, type LinkTries } from '@forecourt/kit/booking-bearer.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { isContractPath, type LookupKey } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { parseQuery } from '@forecourt/kit/parse.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { notFound } from '@forecourt/kit/problem.ts'
import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import type { LicenceBook } from '../objects/licence-book.ts'
import { sendFile } from '../objects/send.ts'
import { findFile } from '../objects/stored-file.ts'
import type { Answering } from '../reading/answering.ts'
import { type Read, readRows } from '../reading/reads.ts'
import { readRenterCalendar } from './calendar.ts'
import { readRenterBooking } from './my-booking.ts'
import { type LinkInput, RENTER_QUERY, RenterRow } from './row.ts'

export interface RenterDeps {
  readonly answering: Pick<Answering, 'toVisitor' | 'catchUp'>
  readonly database: Database
  readonly now: () => Date
  readonly storage: Pick<ObjectStorage, 'get' | 'head'>
  readonly lookupKey: LookupKey
  readonly licences: LicenceBook
  readonly tries: LinkTries
}

const NoQuery = z.strictObject({})

/** What the renter's own page reads: whoever brings the token of a booking's link is its renter. */
export function renterRoutes(deps: RenterDeps): Router {
  const router = Router({ caseSensitive: true })
  router.use('/api/my-booking', bearersOnly)
  get('/api/my-booking', answered(readRenterBooking))
  get('/api/my-booking/calendar', answered(readRenterCalendar))
  get('/api/my-booking/contract', sendContract)
  return router

  function get(path: string, handler: (link: BookingLink, request: Request, response: Response) => Promise<void>) {
    router.get(path, async (request, response) => {
      parseQuery(NoQuery, request.originalUrl)
      await asBearer(deps, request, (link) => handler(link, request, response))
    })
  }

  function answered(read: Read<RenterRow, LinkInput>) {
    return async ({ businessId, bookingId, version }: BookingLink, request: Request, response: Response) => {
      const input = { bookingId, version }
      await deps.answering.toVisitor(read, input, { by: 'business', businessId }, request, response)
    }
  }

  /** The contract that holds now, as a document to save. That its renter has seen it is written down. */
  async function sendContract({ businessId, bookingId, version }: BookingLink, request: Request, response: Response) {
    const { answering, database, now, storage, lookupKey, licences } = deps
    await answering.catchUp(request, response)
    const [row] = await readRows(
      database,
      now(),
      { query: RENTER_QUERY, row: RenterRow },
      { by: 'business', businessId },
      { bookingId, version },
    )
    const path = row?.contract_path
    if (row === undefined || typeof path !== 'string' || !isContractPath(lookupKey, path)) throw notFound()
    const file = await findFile(storage, path, undefined, request.method === 'HEAD')
    if (file === undefined) throw notFound()
    if (request.method === 'GET') {
      const viewer = { userId: row.customer_id, businessId }
      await licences.recordView({ path, viewer }).catch((error: unknown) => {
        file.body?.destroy()
        throw error
      })
    }
    await sendFile(response, file, 'contract.pdf')
  }
}
