import { StaffInvitation, type StaffMember, type StaffStatus } from '@forecourt/contracts/staff.ts'
import * as z from 'zod/mini'

export const statusWords: Readonly<Record<StaffStatus, string>> = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
}

/** "Robin Desk", or the address of somebody who gave no name. */
export function nameOf({ firstName, lastName, email }: Pick<StaffMember, 'firstName' | 'lastName' | 'email'>): string {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ')
  return name === '' ? (email ?? 'Somebody who was erased') : name
}

/**
 * What has become of somebody whose status was changed: whoever was let in again and has chosen no password cannot sign in.
 * @returns the toast's title, and what it says below
 */
export function changedInWords(member: StaffMember, status: StaffStatus): readonly [string, string?] {
  const name = nameOf(member)
  if (status === 'deactivated') return [`${name} is deactivated`]
  if (status === 'active') return [`${name} can sign in again`]
  return [`${name} is invited still`, '“Invite again” mails them a new link']
}

/** What can be asked of the server about somebody's status. */
export type StatusAsked = Exclude<StaffStatus, 'invited'>

/** Whether somebody is as was asked, if it was: let in again they are active, or invited still. */
export const isAsAsked = (member: StaffMember, asked: StatusAsked | undefined): boolean =>
  asked !== undefined && (member.status === 'deactivated') === (asked === 'deactivated')

/** What the member who is signed in may do with somebody of the staff. */
export interface Ways {
  readonly link: 'invite again' | 'reset' | undefined
  readonly status: 'deactivate' | 'let in' | undefined
  /** Why there is nothing, or less than with others. */
  readonly note: string | undefined
}

/**
 * Nobody shuts themselves out, so whoever is signed in is always left; somebody who was erased is let in by nobody.
 * @param ownId whoever is signed in
 */
export function waysWith(member: StaffMember, staff: readonly StaffMember[], ownId: string): Ways {
  if (member.id === ownId) return { link: undefined, status: undefined, note: noteOnOneself(staff, ownId) }
  if (member.email === null) return { link: undefined, status: undefined, note: undefined }
  if (member.status === 'deactivated') return { link: undefined, status: 'let in', note: undefined }
  return { link: member.status === 'invited' ? 'invite again' : 'reset', status: 'deactivate', note: undefined }
}

function noteOnOneself(staff: readonly StaffMember[], ownId: string): string {
  const isAlone = !staff.some(({ id, status }) => id !== ownId && status === 'active')
  return isAlone
    ? 'Nobody but you can sign in. Your account stays until somebody else can.'
    : 'You cannot deactivate yourself. A colleague can.'
}

/** Somebody new, as they are typed. */
export const NewColleague = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })
export type NewColleague = Readonly<z.infer<typeof NewColleague>>

export const nobody: NewColleague = { email: '', firstName: '', lastName: '' }

export type Complaints = Readonly<Partial<Record<keyof NewColleague, string>>>

/** The invitation that was typed, or what is wrong with it, field by field. */
export function readColleague(
  typed: NewColleague,
): { readonly read: StaffInvitation } | { readonly wrong: Complaints } {
  const read = z.safeParse(StaffInvitation, typed)
  return read.success ? { read: read.data } : { wrong: complaintsOf(read.error.issues) }
}

/** The complaints by field, the first of each; also those of the server's answer. */
export function complaintsOf(
  issues: readonly { readonly path: PropertyKey[] | string; readonly message: string }[],
): Complaints {
  const wrong: Partial<Record<keyof NewColleague, string>> = {}
  for (const { path, message } of issues) {
    const field = Array.isArray(path) ? path[0] : path
    if (field === 'email' || field === 'firstName' || field === 'lastName') wrong[field] ??= message
  }
  return wrong
}
