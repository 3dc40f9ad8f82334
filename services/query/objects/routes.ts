import { LICENCE_WIDTHS, VEHICLE_IMAGE_WIDTHS } from '@forecourt/contracts/upload.ts'
import { isLicencePath, isVehicleImagePath, type LicencePath, type LookupKey } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { parseQuery } from '@forecourt/kit/parse.ts'
import { notFound, notSignedIn, onlyMethods } from '@forecourt/kit/problem.ts'
import type { Member } from '@forecourt/kit/session.ts'
import { type Request, type RequestHandler, Router } from 'express'
import * as z from 'zod/mini'
import { sendFile, sendPageIcon } from './send.ts'
import { findFile, isDocument } from './stored-file.ts'

interface Dependencies {
  readonly storage: ObjectStorage
  readonly lookupKey: LookupKey
  /** Who is signed in; undefined when nobody is, or the session is over. */
  readonly memberOf: (request: Request) => Promise<Member | undefined>
  /** The business whose customer a licence belongs to; undefined while no booking holds it, or after an erasure. */
  readonly licenceHolder: (path: LicencePath) => Promise<string | undefined>
  /** Writes down that a member is shown a licence, once an hour; when it fails, nothing is shown. */
  readonly recordView: (view: LicenceView) => Promise<void>
}

/** Somebody is shown a licence (decisions "Files"). */
export interface LicenceView {
  readonly path: LicencePath
  readonly member: Member
}

const widthQuery = (widths: readonly number[]) =>
  z.strictObject({ w: z.optional(z.enum(widths.map(String), `w is one of ${widths.join(', ')}`)) })
const LicenceQuery = widthQuery(LICENCE_WIDTHS)
const VehicleImageQuery = widthQuery(VEHICLE_IMAGE_WIDTHS)

/**
 * `GET` and `HEAD` of `/objects/…`, to be mounted there (decisions "Files"; SECURITY rules 2, 10, 11): pictures of vehicles for everybody and
 * for ever, licences for the members of the business that holds them, each view recorded, nothing kept on the way.
 */
export function objectRoutes(dependencies: Dependencies): Router {
  const router = Router({ caseSensitive: true })
  router.route('/vehicles/:id').get(vehicleImage(dependencies)).all(onlyMethods('GET', 'HEAD'))
  router.route('/licences/:id').get(licence(dependencies)).all(onlyMethods('GET', 'HEAD'))
  router.use((_request, _response, next) => next(notFound()))
  return router
}

function vehicleImage({ storage, lookupKey }: Dependencies): RequestHandler {
  return async (request, response) => {
    const { w } = parseQuery(VehicleImageQuery, request.originalUrl)
    const path = request.baseUrl + request.path
    if (!isVehicleImagePath(lookupKey, path)) throw notFound()
    const file = await findFile(storage, path, w, request.method === 'HEAD')
    if (file === undefined) throw notFound()
    // A path never gets another picture.
    response.set('Cache-Control', 'public, max-age=31536000, immutable')
    await sendFile(response, file)
  }
}

function licence({ storage, lookupKey, memberOf, licenceHolder, recordView }: Dependencies): RequestHandler {
  return async (request, response) => {
    // Also for what goes wrong from here on.
    response.set('Cache-Control', 'private, no-store').vary('Cookie')
    const member = await memberOf(request)
    if (member === undefined) throw notSignedIn()
    const { w } = parseQuery(LicenceQuery, request.originalUrl)
    const path = request.baseUrl + request.path
    // Not ours, not made, not attached, another business's: all one answer (SECURITY rule 2).
    if (!isLicencePath(lookupKey, path)) throw notFound()
    if ((await licenceHolder(path)) !== member.businessId) throw notFound()

    const file = await findFile(storage, path, w, request.method === 'HEAD')
    if (file === undefined) throw notFound()
    if (w !== undefined && isDocument(file)) {
      // The drawn page is the same for every document: nobody has seen this one, so no view is recorded.
      file.body?.destroy()
      await sendPageIcon(response, Number(w))
      return
    }
    if (request.method === 'GET') {
      await recordView({ path, member }).catch((error: unknown) => {
        file.body?.destroy()
        throw error
      })
    }
    await sendFile(response, file)
  }
}
