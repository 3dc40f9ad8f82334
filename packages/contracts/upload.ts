import * as z from 'zod/mini'

/** The largest file that is taken, in bytes: 5 MB (specification section 9). */
export const UPLOAD_LIMIT = 5_242_880

export const UploadPurpose = z.enum(['license', 'vehicle-image'])
export type UploadPurpose = z.infer<typeof UploadPurpose>

/** What a driving licence may be: PNG, JPG or PDF (specification section 5). */
export const LICENCE_TYPES = ['image/png', 'image/jpeg', 'application/pdf'] as const
/** What a picture of a vehicle may be (decisions: files). */
export const VEHICLE_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Body of `POST /api/objects/upload`. What is said of the file is signed into the target; nothing need be said. */
export const UploadRequest = z.strictObject({
  purpose: z.optional(UploadPurpose),
  contentType: z.optional(z.enum([...LICENCE_TYPES, 'image/webp'], 'A PNG, JPG or PDF file is expected')),
  size: z.optional(z.int().check(z.minimum(1, 'The file is empty'), z.maximum(UPLOAD_LIMIT, 'At most 5 MB'))),
})
export type UploadRequest = z.infer<typeof UploadRequest>

/** Answer of `POST /api/objects/upload`: where to PUT the file, as a single request. */
export const UploadTarget = z.strictObject({ uploadURL: z.string() })

const issuedUrl = z.string('An upload address is expected').check(z.minLength(1), z.maxLength(4000))

/** Body of `PUT /api/license-upload`. */
export const LicenceUpload = z.strictObject({ licenseImageURL: issuedUrl })
/** Body of `PUT /api/vehicle-image`. */
export const VehicleImageUpload = z.strictObject({ imageURL: issuedUrl })

/** Answer of both: the path under which the file is from now on. */
export const StoredObject = z.strictObject({ objectPath: z.string() })
