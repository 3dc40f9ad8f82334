import { CONTRACT_WIDTHS, LICENCE_WIDTHS, LOGO_WIDTHS, VEHICLE_IMAGE_WIDTHS } from '@forecourt/contracts/upload.ts'
import {
  type ContractPath,
  isContractPath,
  isLicencePath,
  isLogoPath,
  isVehicleImagePath,
  type LicencePath,
  type LookupKey,
  type ObjectPath,
} from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { parseQuery } from '@forecourt/kit/parse.ts'
import { notFound } from '@forecourt/kit/problem.ts'
import { type Request, type RequestHandler, Router } from 'express'
import * as z from 'zod/mini'
import type { LicenceBook, Viewer } from './licence-book.ts'
import { sendFile, sendPageIcon } from './send.ts'
import { findFile, isDocument } from './stored-file.ts'

interface Dependencies {
  readonly storage: ObjectStorage
  readonly lookupKey: LookupKey
  /**
   * Who is signed in.
   * @throws {Problem} 401 when nobody is, or the session is over
   */
  readonly memberOf: (request: Request) => Promise<Viewer>
  readonly licences: LicenceBook
}

const widthQuery = (widths: readonly number[]) =>
  z.strictObject({ w: z.optional(z.enum(widths.map(String), `w is one of ${widths.join(', ')}`)) })
const VehicleImageQuery = widthQuery(VEHICLE_IMAGE_WIDTHS)
const LogoQuery = widthQuery(LOGO_WIDTHS)

/**
 * `GET` and `HEAD` of `/objects/…`, to be mounted there (decisions "Files"; SECURITY rules 2, 10, 11): pictures of vehicles
 * and logos for everybody and for ever; licences and contracts for the members of the business that holds them, each view
 * recorded, nothing kept on the way.
 */
export function objectRoutes(dependencies: Dependencies): Router {
  const router = Router({ caseSensitive: true })
  const vehicleImage = publicPicture(dependencies, VehicleImageQuery, isVehicleImagePath)
  const logo = publicPicture(dependencies, LogoQuery, isLogoPath)
  router.get('/vehicles/:id', vehicleImage)
  router.get('/logos/:id', logo)
  router.get('/licences/:id', heldFile(dependencies, LICENCE))
  router.get('/contracts/:id', heldFile(dependencies, CONTRACT))
  return router
}

function publicPicture(
  { storage, lookupKey }: Dependencies,
  query: ReturnType<typeof widthQuery>,
  isMade: (lookupKey: LookupKey, path: string) => path is ObjectPath,
): RequestHandler {
  return async (request, response) => {
    const { w } = parseQuery(query, request.originalUrl)
    const path = request.baseUrl + request.path
    if (!isMade(lookupKey, path)) throw notFound()
    const file = await findFile(storage, path, w, request.method === 'HEAD')
    if (file === undefined) throw notFound()
    // A path never gets another picture.
    response.set('Cache-Control', 'public, max-age=31536000, immutable')
    await sendFile(response, file)
  }
}

/** A kind of file that belongs to a business's customer. */
interface Kind {
  readonly name: 'licence' | 'contract'
  readonly query: ReturnType<typeof widthQuery>
  isOurs(lookupKey: LookupKey, path: string): path is LicencePath | ContractPath
}

const LICENCE: Kind = { name: 'licence', query: widthQuery(LICENCE_WIDTHS), isOurs: isLicencePath }
const CONTRACT: Kind = { name: 'contract', query: widthQuery(CONTRACT_WIDTHS), isOurs: isContractPath }

function heldFile({ storage, lookupKey, memberOf, licences }: Dependencies, kind: Kind): RequestHandler {
  return async (request, response) => {
    // Also for what goes wrong from here on.
    response.set('Cache-Control', 'private, no-store').vary('Cookie')
    const viewer = await memberOf(request)
    const { w } = parseQuery(kind.query, request.originalUrl)
    const path = request.baseUrl + request.path
    // Not ours, not made, not attached, another business's: all one answer (SECURITY rule 2).
    if (!kind.isOurs(lookupKey, path)) throw notFound()
    if ((await licences.holderOf(path)) !== viewer.businessId) throw notFound()

    const file = await findFile(storage, path, w, request.method === 'HEAD')
    if (file === undefined) throw notFound()
    if (w !== undefined && isDocument(file)) {
      // The drawn page is the same for every document: nobody has seen this one, so no view is recorded.
      file.body?.destroy()
      await sendPageIcon(response, Number(w))
      return
    }
    if (request.method === 'GET') {
      await licences.recordView({ path, viewer }).catch((error: unknown) => {
        file.body?.destroy()
        throw error
      })
    }
    await sendFile(response, file, `${kind.name}.pdf`)
  }
}
