import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

export const BusinessRow = z.object({
  business_id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  logo_path: z.string().nullable(),
  primary_color: z.string(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  address: z.string().nullable(),
  time_zone: z.string(),
})
export type BusinessRow = z.infer<typeof BusinessRow>

/** The tenant's own row. */
export const BUSINESS_QUERY = `
  select business_id, name, slug, description, logo_path, primary_color, contact_email, contact_phone, address, time_zone
  from businesses
  where business_id = $1`

/** What the portal and the sign-in page show of a business (`GET /api/business/{slug}`). */
export function publicBusiness(row: BusinessRow): PublicBusiness {
  return {
    name: row.name,
    slug: row.slug,
    primaryColor: row.primary_color,
    logoUrl: row.logo_path,
    description: row.description,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    address: row.address,
    timeZone: row.time_zone,
  }
}

export const readPublicBusiness: Read<BusinessRow, object> = {
  name: 'business',
  keepsPlan: true,
  query: BUSINESS_QUERY,
  row: BusinessRow,
  madeOf: 'fleet',
  dependsOnToday: false,
  present: ([row]) => row && { body: publicBusiness(row) },
}
