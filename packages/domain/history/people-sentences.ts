import type { AuditEvent, CustomerFact, UserFact } from '../catalogue.ts'
import { counted, instantInWords, type Sentences } from './words.ts'

/** What happened to a customer. */
export const CUSTOMER_SENTENCES: Sentences<CustomerFact> = {
  CustomerContactChanged: () => "The customer's details were changed",
  CustomerLicenceVerified: () => 'The driving licence was verified',
  CustomerLicenceRefused: () => 'The driving licence was refused',
  CustomerLicenceExpired: () => 'The driving licence was found to be expired',
  CustomerLicenceReset: () => 'The driving licence is to be looked at again',
  CustomerLicenceDeleted: () => 'The driving licence was deleted: the days for which it is kept were over',
  CustomerHiddenFromCustomersPage: () => 'The customer was taken off the customers page',
  CustomerErased: ({ basis }) => `The customer was erased (${basis}): their key was destroyed`,
}

/** What happened to an account. */
export const ACCOUNT_SENTENCES: Sentences<UserFact> = {
  UserRegistered: ({ role, isAdmin }) =>
    isAdmin ? 'An account of the platform was made' : `An account was made with the role ${role}`,
  UserProfileChanged: () => 'The profile was changed',
  UserInvited: ({ goodUntil }) =>
    `They were invited to choose a password, by a link that was good until ${instantInWords(goodUntil)}`,
  UserPasswordResetRequested: ({ goodUntil }) =>
    `A link to choose another password was asked for, good until ${instantInWords(goodUntil)}`,
  UserPasswordChanged: () => 'The password was changed: all sessions ended',
  UserDeactivated: ({ reason }) => `The account was deactivated: ${reason}`,
  UserReactivated: () => 'The account was activated again',
  UserSignedIn: ({ sessionRef }) => `Signed in (session ${sessionRef.slice(0, 8)})`,
}

/** What operators looked at and found. */
export const AUDIT_SENTENCES: Sentences<AuditEvent> = {
  PersonalDataRevealed: ({ subjectIds, command }) =>
    `Personal data of ${counted(subjectIds.length, 'person').replace('persons', 'people')} was shown to an operator: ${command}`,
  ReadModelCompared: ({ throughPosition, differences }) =>
    `All rows were compared with the log up to position ${throughPosition}: ${differences === 0 ? 'none differs' : `${counted(differences, 'row')} differ`}`,
  LogSealed: ({ number, count, throughPosition }) =>
    `Seal ${number} was put on ${counted(count, 'event')}, up to position ${throughPosition}`,
}
