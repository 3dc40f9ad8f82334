import type { StaffMember } from '@forecourt/contracts/staff.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

const StaffRow = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  is_active: z.boolean(),
  is_invited: z.boolean(),
  created_at: z.iso.datetime({ offset: true }),
})
type StaffRow = z.infer<typeof StaffRow>

function staffMember(row: StaffRow): StaffMember {
  return {
    id: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.is_active ? (row.is_invited ? 'invited' : 'active') : 'deactivated',
    createdAt: new Date(row.created_at).toISOString(),
  }
}

/** The member's colleagues and themselves, those who were there first in front (`GET /api/admin/staff`). */
export const readStaff: Read<StaffRow, object> = {
  name: 'staff',
  query: `
    select user_id, email, first_name, last_name, is_active, is_invited, created_at
    from users
    where business_id = $1
    order by created_at, user_id
    limit 1000`,
  row: StaffRow,
  dependsOnToday: false,
  present: (rows) => ({ body: rows.map(staffMember) }),
}
