import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

const SettingsRow = z.object({
  settings_version: z.int(),
  name: z.string(),
  primary_color: z.string(),
  logo_path: z.string().nullable(),
  description: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  address: z.string().nullable(),
  terms: z.string().nullable(),
  terms_version: z.int(),
  turnaround_days: z.int(),
  licence_retention_days: z.int(),
})
type SettingsRow = z.infer<typeof SettingsRow>

function settings(row: SettingsRow): BusinessSettings {
  return {
    version: row.settings_version,
    name: row.name,
    primaryColor: row.primary_color,
    logoUrl: row.logo_path,
    description: row.description,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    address: row.address,
    terms: row.terms,
    termsVersion: row.terms_version,
    turnaroundDays: row.turnaround_days,
    licenceRetentionDays: row.licence_retention_days,
  }
}

/** What the member's business has chosen (`GET /api/admin/business/settings`). */
export const readSettings: Read<SettingsRow, object> = {
  name: 'business settings',
  query: `
    select
      settings_version, name, primary_color, logo_path, description, contact_email, contact_phone, address, terms,
      terms_version, turnaround_days, licence_retention_days
    from businesses
    where business_id = $1`,
  row: SettingsRow,
  madeOf: 'fleet',
  dependsOnToday: false,
  present: ([row]) => row && { body: settings(row) },
}
