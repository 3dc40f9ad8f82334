import * as z from 'zod/mini'

/** Answer of `GET /api/business/{slug}`: what anybody may know of a business. */
export const PublicBusiness = z.strictObject({
  name: z.string(),
  slug: z.string(),
  primaryColor: z.string(),
  logoUrl: z.nullable(z.string()),
  description: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  timeZone: z.string(),
})
export type PublicBusiness = z.infer<typeof PublicBusiness>

/** Answer of `GET /api/admin/business`. */
export const AdminBusiness = z.strictObject({ id: z.string(), ...PublicBusiness.shape })
export type AdminBusiness = z.infer<typeof AdminBusiness>
