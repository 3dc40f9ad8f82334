import { ContractSignature } from '@forecourt/contracts/contract.ts'
import { CancellationDecline, LicenceReplacement } from '@forecourt/contracts/renter-booking.ts'
import { asBearer, bearersOnly } from '@forecourt/kit/booking-bearer.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { type Request, type Response, Router } from 'express'
import { requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { signContract } from '../contracts/sign.ts'
import { asAbsent, timeZoneOfLink } from './bearer.ts'
import { askToCancel, declineCancellation } from './cancel.ts'
import { replaceLicence } from './licence.ts'
import { reissueLink } from './reissue.ts'

/** What a renter does on their own page, and what staff answer. */
export function renterRoutes(deps: CommandDeps): Router {
  const { core, pool, limits, now } = deps
  const router = Router({ caseSensitive: true })
  router.use('/api/my-booking', bearersOnly)

  router.post('/api/my-booking/signature', async (request, response) => {
    await bearing(request, async (link) => {
      const signature = parseBody(ContractSignature, request.body)
      const signing = {
        signedBy: 'renter',
        address: request.ip,
        device: request.get('user-agent'),
        linkVersion: link.version,
      } as const
      const call = ofRenter(request, response)
      answer(response, 200, asAbsent(await signContract(core, call, link, link.bookingId, signature, signing)))
    })
  })

  router.post('/api/my-booking/cancellation', async (request, response) => {
    await bearing(request, async (link, timeZone) => {
      parseBody(Nothing, request.body)
      answer(response, 200, await askToCancel(core, ofRenter(request, response), link, timeZone))
    })
  })

  router.put('/api/my-booking/license', async (request, response) => {
    await bearing(request, async (link) => {
      const { licenseImageUrl } = parseBody(LicenceReplacement, request.body)
      await limits.licenceReplaced(request.ip, link.bookingId)
      const call = ofRenter(request, response)
      answer(response, 200, await replaceLicence({ core, pool }, call, link, licenseImageUrl))
    })
  })

  router.post('/api/admin/bookings/:id/link', async (request, response) => {
    const member = await requireMember(core, request, now())
    parseBody(Nothing, request.body)
    await limits.linkOf(member.businessId)
    const call = callOf(deps, request, response, member)
    answer(response, 200, await reissueLink(core, call, member, request.params.id))
  })

  router.post('/api/admin/bookings/:id/cancellation-request/decline', async (request, response) => {
    const member = await requireMember(core, request, now())
    const seen = parseBody(CancellationDecline, request.body)
    const call = callOf(deps, request, response, member)
    answer(response, 200, await declineCancellation(core, call, member, request.params.id, seen))
  })

  return router

  /** Whoever brings a link that holds is its renter, whoever else they are. */
  async function bearing(request: Request, then: (link: BookingLink, timeZone: string) => Promise<void>) {
    await asBearer({ tries: limits.bookingLinks, lookupKey: core.lookupKey }, request, async (link) => {
      await then(link, await timeZoneOfLink(core, link))
    })
  }

  function ofRenter(request: Request, response: Response) {
    return callOf(deps, request, response, undefined)
  }
}
