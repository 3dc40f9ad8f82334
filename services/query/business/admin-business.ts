import type { AdminBusiness } from '@forecourt/contracts/business.ts'
import type { Read } from '../reading/reads.ts'
import { BUSINESS_QUERY, BusinessRow, publicBusiness } from './public-business.ts'

function adminBusiness(row: BusinessRow): AdminBusiness {
  return { id: row.business_id, ...publicBusiness(row) }
}

/** The member's own business (`GET /api/admin/business`). */
export const readAdminBusiness: Read<BusinessRow, object> = {
  name: 'admin business',
  keepsPlan: true,
  query: BUSINESS_QUERY,
  row: BusinessRow,
  madeOf: 'fleet',
  dependsOnToday: false,
  present: ([row]) => row && { body: adminBusiness(row) },
}
