import * as z from 'zod/mini'

/** Specification section 5: one file, at most 5 MB. */
export const LONGEST_UPLOAD = 5_242_880

export const UploadPurpose = z.enum(['license', 'vehicle-image', 'logo', 'contract'])
export type UploadPurpose = z.infer<typeof UploadPurpose>

/** What a file may be, by what it is for (decisions "Files"). The content decides, not the name. */
export const UPLOAD_TYPES: Readonly<Record<UploadPurpose, readonly string[]>> = {
  license: ['image/png', 'image/jpeg', 'application/pdf'],
  'vehicle-image': ['image/png', 'image/jpeg', 'image/webp'],
  logo: ['image/png', 'image/jpeg', 'image/webp'],
  contract: ['image/png', 'image/jpeg', 'application/pdf'],
}

/** Widths in pixels at which `GET /objects/…?w=` gives a smaller picture. */
export const LICENCE_WIDTHS = [96, 480] as const
/** Of a contract that was signed on paper. */
export const CONTRACT_WIDTHS = [96, 480] as const
export const VEHICLE_IMAGE_WIDTHS = [320, 640, 960, 1280] as const
/** A logo that is less wide than the width asked for is given as it is. */
export const LOGO_WIDTHS = [96, 192, 384, 768] as const

/** Body of `POST /api/objects/upload`; may be left out. What is given here binds the upload. */
export const UploadTargetRequest = z.strictObject({
  purpose: z.optional(UploadPurpose),
  contentType: z.optional(z.string().check(z.maxLength(100))),
  /** Bytes. */
  size: z.optional(z.int().check(z.minimum(1, 'The file is empty'))),
})
export type UploadTargetRequest = z.infer<typeof UploadTargetRequest>

/** Answer of `POST /api/objects/upload`: where to PUT the file, in one request, within 10 minutes. */
export const UploadTarget = z.strictObject({ uploadURL: z.string() })

const uploadUrl = (name: string) => z.string(`${name} is required`).check(z.minLength(1), z.maxLength(4096))

/** Body of `PUT /api/license-upload`: the `uploadURL` that the file was PUT to. */
export const LicenceUpload = z.strictObject({ licenseImageURL: uploadUrl('licenseImageURL') })
/** Body of `PUT /api/vehicle-image`: the `uploadURL` that the file was PUT to. */
export const VehicleImageUpload = z.strictObject({ imageURL: uploadUrl('imageURL') })
/** Body of `PUT /api/business-logo`: the `uploadURL` that the file was PUT to. */
export const LogoUpload = z.strictObject({ logoURL: uploadUrl('logoURL') })

/** Body of `PUT /api/contract-upload`: the `uploadURL` that the file was PUT to. */
export const ContractUpload = z.strictObject({ contractURL: uploadUrl('contractURL') })

/** Answer of all three: where the file is from now on. */
export const StoredFile = z.strictObject({ objectPath: z.string() })
