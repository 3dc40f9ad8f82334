import {
  PasswordLinkSent,
  Staff,
  StaffInvitation,
  StaffInvited,
  StaffStatusChange,
  StaffStatusChanged,
} from '../staff.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { COLLEAGUE } from './examples.ts'
import { Nothing } from './nothing.ts'

const section: Section = { name: 'Staff', about: 'Those who sign in to your business.' }
const WROTE = ['X-Log-Position', 'Set-Cookie'] as const
const staff = { names: 'staff', about: 'Id of the colleague.' } as const

export const staffCalls: readonly Call[] = [
  {
    id: 'listStaff',
    section,
    method: 'GET',
    path: '/api/admin/staff',
    summary: 'Your staff, those who were there first in front',
    service: 'query',
    access: 'member',
    answers: rows('The staff.', Staff),
    example: {},
  },
  {
    id: 'inviteStaff',
    section,
    method: 'POST',
    path: '/api/admin/staff',
    summary: 'Add somebody to your staff',
    about:
      'They are mailed a link, good for an hour, with which they choose their password. An address is that of one account on the whole platform. Sixty links an hour for a business.',
    service: 'command',
    access: 'member',
    body: StaffInvitation,
    idempotent: true,
    answers: { 201: json('The account is there; the mail is on its way.', StaffInvited, WROTE) },
    refusals: { 409: ['email-taken'], 429: ['too-many-requests'] },
    example: { body: { email: 'robin@harbour-hire.example', firstName: 'Robin', lastName: 'Desk' } },
  },
  {
    id: 'changeStaffStatus',
    section,
    method: 'PUT',
    path: '/api/admin/staff/{id}/status',
    summary: 'Shut a colleague out, or let them in again',
    about:
      'Whoever is shut out is signed out at once, and links to choose a password are of no use to them. Nobody shuts themselves out, and the last one who can sign in stays.',
    service: 'command',
    access: 'member',
    params: { id: staff },
    body: StaffStatusChange,
    idempotent: true,
    answers: { 200: json('The status.', StaffStatusChanged, WROTE) },
    refusals: { 409: ['own-account', 'last-member'] },
    example: { params: { id: COLLEAGUE }, body: { status: 'deactivated' } },
  },
  {
    id: 'mailPasswordLink',
    section,
    method: 'POST',
    path: '/api/admin/staff/{id}/password-link',
    summary: 'Mail a colleague a link to choose a password',
    about: 'Good for an hour and once. Whoever has not chosen a first password yet is invited once more.',
    service: 'command',
    access: 'member',
    params: { id: staff },
    body: Nothing,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('The mail is on its way.', PasswordLinkSent, WROTE) },
    refusals: { 409: ['user-inactive'], 429: ['too-many-requests'] },
    example: { params: { id: COLLEAGUE } },
  },
]
