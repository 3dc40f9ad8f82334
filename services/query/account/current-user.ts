import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

const UserRow = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  role: z.string(),
  is_admin: z.boolean(),
  business_id: z.string(),
  name: z.string(),
  slug: z.string(),
  primary_color: z.string(),
})
type UserRow = z.infer<typeof UserRow>

function currentUser(row: UserRow): CurrentUser {
  return {
    id: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    role: row.role,
    isAdmin: row.is_admin,
    businessId: row.business_id,
    business: { id: row.business_id, name: row.name, slug: row.slug, primaryColor: row.primary_color },
  }
}

/** Who is signed in (`GET /api/auth/user`). */
export const readCurrentUser: Read<UserRow, object> = {
  name: 'current user',
  keepsPlan: true,
  query: `
    select
      member.user_id, member.email, member.first_name, member.last_name, member.profile_image_url,
      member.role, member.is_admin,
      business.business_id, business.name, business.slug, business.primary_color
    from users member
    join businesses business on business.business_id = member.business_id
    where member.business_id = $1 and member.user_id = $2`,
  row: UserRow,
  dependsOnToday: false,
  personal: true,
  present: ([row]) => row && { body: currentUser(row) },
}
