import { match } from 'ts-pattern'
import { accept, type Decider, type Decision, refuse } from '../decision.ts'
import type { BusinessId, CustomerId } from '../ids.ts'
import type { CustomerIdentity } from '../schedule/events.ts'
import { type CustomerState, evolve, isAbsent, type LicenceStatus, newCustomer, subject } from './customer.ts'
import type { CustomerEvent, CustomerFact } from './events.ts'
import {
  type CheckLicence,
  type DeleteLicence,
  deleteLicence,
  type ExpireLicence,
  expireLicence,
  type RefuseLicence,
  type ResetLicence,
  refuseLicence,
  resetLicence,
  verifyLicence,
} from './licence.ts'

export type CustomerRefusal =
  | { readonly code: 'not-found' | 'licence-changed' }
  /** Others have said something else of the licence meanwhile: what it is by now, and what it was to be. */
  | { readonly code: 'licence-status-changed'; readonly present: LicenceStatus; readonly wanted: LicenceStatus }

type Outcome = Decision<CustomerEvent, CustomerRefusal>

/** A customer whom the caller found among those of this business. */
export interface CustomerCommandOf {
  readonly customerId: CustomerId
  readonly businessId: BusinessId
}

export interface ChangeContact extends CustomerCommandOf {
  readonly identity: CustomerIdentity
}

/** Name, e-mail, phone and address. They are sealed in the log, so that the same again cannot be told and is written again. */
export function changeContact(command: ChangeContact, customer: CustomerState): Outcome {
  if (isAbsent(customer, command)) return refuse({ code: 'not-found' })
  return accept({ type: 'CustomerContactChanged', data: subject(command), personal: command.identity })
}

/** Specification section 4, Hiding. Hidden customers still count (decisions: figures). */
export function hideFromCustomersPage(command: CustomerCommandOf, customer: CustomerState): Outcome {
  if (isAbsent(customer, command)) return refuse({ code: 'not-found' })
  if (customer.hiddenFromCustomersPage) return accept()
  return accept({ type: 'CustomerHiddenFromCustomersPage', data: subject(command) })
}

export interface EraseCustomer extends CustomerCommandOf {
  /** Why the person is forgotten, e.g. their own request; no personal data. */
  readonly basis: string
}

/** The person is forgotten; dates and money stay (ARCHITECTURE: personal data). Erasing again finds nothing left to do. */
export function erase(command: EraseCustomer, customer: CustomerState): Outcome {
  if (customer.businessId !== null && customer.businessId !== command.businessId) return refuse({ code: 'not-found' })
  if (customer.erased) return accept()
  return accept({ type: 'CustomerErased', data: { ...subject(command), basis: command.basis } })
}

export type CustomerCommand =
  | ({ readonly type: 'changeContact' } & ChangeContact)
  | ({ readonly type: 'verifyLicence' } & CheckLicence)
  | ({ readonly type: 'refuseLicence' } & RefuseLicence)
  | ({ readonly type: 'expireLicence' } & ExpireLicence)
  | ({ readonly type: 'resetLicence' } & ResetLicence)
  | ({ readonly type: 'deleteLicence' } & DeleteLicence)
  | ({ readonly type: 'hideFromCustomersPage' } & CustomerCommandOf)
  | ({ readonly type: 'erase' } & EraseCustomer)

function decide(command: CustomerCommand, customer: CustomerState): Outcome {
  return match(command)
    .with({ type: 'changeContact' }, (asked) => changeContact(asked, customer))
    .with({ type: 'verifyLicence' }, (asked) => verifyLicence(asked, customer))
    .with({ type: 'refuseLicence' }, (asked) => refuseLicence(asked, customer))
    .with({ type: 'expireLicence' }, (asked) => expireLicence(asked, customer))
    .with({ type: 'resetLicence' }, (asked) => resetLicence(asked, customer))
    .with({ type: 'deleteLicence' }, (asked) => deleteLicence(asked, customer))
    .with({ type: 'hideFromCustomersPage' }, (asked) => hideFromCustomersPage(asked, customer))
    .with({ type: 'erase' }, (asked) => erase(asked, customer))
    .exhaustive()
}

export const customerDecider: Decider<CustomerCommand, CustomerState, CustomerEvent, CustomerFact, CustomerRefusal> = {
  initial: () => newCustomer,
  decide,
  evolve,
}
