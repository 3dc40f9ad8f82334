import {
  PasswordLinkSent,
  Staff,
  type StaffInvitation,
  StaffInvited,
  StaffStatusChanged,
} from '@forecourt/contracts/staff.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../lib/api.ts'
import { keptForMember } from '../../offline/query-copy.ts'
import type { StatusAsked } from './model.ts'

/** Those who sign in to the business, those who were there first in front. */
export const staff = () =>
  queryOptions({
    queryKey: ['admin', 'staff'],
    queryFn: ({ signal }) => get(Staff, '/api/admin/staff', signal),
    ...keptForMember,
  })

const pathOf = (id: string) => `/api/admin/staff/${encodeURIComponent(id)}`

/** `key` makes each of these safe to send again. */
export const inviteStaff = (invitation: StaffInvitation, key: string) =>
  send(StaffInvited, 'POST', '/api/admin/staff', invitation, key)

export const setStaffStatus = (id: string, status: StatusAsked, key: string) =>
  send(StaffStatusChanged, 'PUT', `${pathOf(id)}/status`, { status }, key)

export const mailPasswordLink = (id: string, key: string) =>
  send(PasswordLinkSent, 'POST', `${pathOf(id)}/password-link`, {}, key)
