import {
  ContractUpload,
  LicenceUpload,
  LogoUpload,
  UploadTargetRequest,
  VehicleImageUpload,
} from '@forecourt/contracts/upload.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { ObjectPath } from '@forecourt/kit/object-path.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Problem, unavailable } from '@forecourt/kit/problem.ts'
import type { Member } from '@forecourt/kit/session.ts'
import { type Request, Router } from 'express'
import { match } from 'ts-pattern'
import type { $ZodType, output } from 'zod/v4/core'
import { Busy } from '../limits/semaphore.ts'
import { NotDrawn } from './picture.ts'
import type { Finished, UploadRefusal, Uploads } from './uploads.ts'

interface Dependencies {
  readonly uploads: Uploads
  /** Counts upload targets of an address. @throws {Problem} 429 beyond the limit */
  readonly admitTarget: (request: Request) => Promise<void>
  /** Counts files to be checked of an address. @throws {Problem} 429 beyond the limit */
  readonly admitFinish: (request: Request) => Promise<void>
  /** Who is signed in. @throws {Problem} 401 nobody */
  readonly memberOf: (request: Request) => Promise<Pick<Member, 'businessId'>>
}

/** `POST /api/objects/upload`, `PUT /api/license-upload`, `PUT /api/vehicle-image` (specification section 7), `PUT /api/business-logo`, `PUT /api/contract-upload`. */
export function uploadRoutes({ uploads, admitTarget, admitFinish, memberOf }: Dependencies): Router {
  const router = Router({ caseSensitive: true })

  router.post('/api/objects/upload', async (request, response) => {
    await admitTarget(request)
    const wanted = parseBody(UploadTargetRequest, request.body)
    const begun = await orUnavailable(uploads.begin(wanted))
    if (!begun.ok) throw asProblem(begun.refusal)
    response.set('Cache-Control', 'no-store').json({ uploadURL: begun.url })
  })

  router.put('/api/license-upload', async (request, response) => {
    const { licenseImageURL } = parseBody(LicenceUpload, request.body)
    const objectPath = pathOf(await orUnavailable(uploads.finishLicence(licenseImageURL, () => admitFinish(request))))
    response.set('Cache-Control', 'no-store').json({ objectPath })
  })

  const ofStaff = <Schema extends $ZodType>(
    path: string,
    schema: Schema,
    finish: (body: output<Schema>, businessId: BusinessId) => Promise<Finished<ObjectPath>>,
  ) =>
    router.put(path, async (request, response) => {
      const { businessId } = await memberOf(request)
      const objectPath = pathOf(await orUnavailable(finish(parseBody(schema, request.body), businessId)))
      response.set('Cache-Control', 'no-store').json({ objectPath })
    })
  ofStaff('/api/vehicle-image', VehicleImageUpload, ({ imageURL }, businessId) =>
    uploads.finishVehicleImage(imageURL, businessId),
  )
  ofStaff('/api/business-logo', LogoUpload, ({ logoURL }, businessId) => uploads.finishLogo(logoURL, businessId))
  ofStaff('/api/contract-upload', ContractUpload, ({ contractURL }, businessId) =>
    uploads.finishContract(contractURL, businessId),
  )

  return router
}

function pathOf(finished: Finished<ObjectPath>): ObjectPath {
  if (!finished.ok) throw asProblem(finished.refusal)
  return finished.path
}

function asProblem(refusal: UploadRefusal): Problem {
  return match(refusal)
    .with('file-too-large', (code) => new Problem(413, code, 'The file is larger than 5 MB'))
    .with('file-type-not-allowed', (code) => new Problem(415, code, 'Files of this type are not accepted'))
    .with('file-unreadable', (code) => new Problem(422, code, 'The file is damaged or cannot be accepted'))
    .with(
      'too-many-pixels',
      (code) => new Problem(422, code, 'The picture has more than 40 million pixels. Please make it smaller.'),
    )
    .with(
      'document-not-plain',
      (code) =>
        new Problem(
          422,
          code,
          'The PDF has a file or a script in it, or needs a password. Please print it as a new PDF, or take a picture of it.',
        ),
    )
    .with('upload-unknown', (code) => new Problem(422, code, 'This is not an upload address for this purpose'))
    .with('upload-expired', (code) => new Problem(422, code, 'The upload took too long. Please choose the file again.'))
    .with('upload-missing', (code) => new Problem(422, code, 'No file was sent to this upload address'))
    .exhaustive()
}

/**
 * Whatever the storage did not do can be asked for again: 503, also when too many files wait to be checked, or when there
 * was no time to draw one.
 */
async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Problem) throw error
    throw unavailable(error, error instanceof Busy || error instanceof NotDrawn ? 5 : 2)
  }
}
