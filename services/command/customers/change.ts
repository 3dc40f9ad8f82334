import type { CustomerHidden, LicenceStatus, LicenceStatusChanged } from '@forecourt/contracts/customer.ts'
import type { CustomerState } from '@forecourt/domain/customer/customer.ts'
import { type CustomerCommand, type CustomerRefusal, customerDecider } from '@forecourt/domain/customer/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import { customerStream } from '@forecourt/domain/streams.ts'
import { businessOfCustomer, type Connection } from '@forecourt/event-log/vault/departures.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run, stateAfter } from '../log/run.ts'
import type { WhichCustomer } from './let-go.ts'

export interface ChangeDeps {
  readonly core: Core
  /** Of the database that holds the vault, where a customer is looked up. */
  readonly pool: Connection
}

/** A customer as the address of a call names them, of the business of whoever calls. */
export interface Named {
  readonly businessId: BusinessId
  readonly customerId: string
}

/**
 * Takes a customer out of the customers page (specification section 4, Hiding). Hidden again, they are hidden.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function hideCustomer(
  deps: ChangeDeps,
  call: Call,
  named: Named,
): Promise<Executed<CustomerRefusal, CustomerHidden>> {
  return await onCustomer(deps, call, named, {
    verb: 'customer.hide',
    asked: {},
    commandOn: (customer) => ({ type: 'hideFromCustomersPage', ...customer }),
    answer: (id) => ({ id, hidden: true }),
  })
}

/**
 * Says whether a customer's licence has been verified (specification section 4). The same again writes nothing.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function changeLicenceStatus(
  deps: ChangeDeps,
  call: Call,
  named: Named,
  licenseStatus: LicenceStatus,
): Promise<Executed<CustomerRefusal, LicenceStatusChanged>> {
  return await onCustomer(deps, call, named, {
    verb: 'customer.licence-status',
    asked: { licenseStatus },
    commandOn: (customer) => ({ type: licenseStatus === 'verified' ? 'verifyLicence' : 'resetLicence', ...customer }),
    answer: (id, { licence }) => ({ id, licenseStatus: licence }),
  })
}

interface Change<Answer> {
  readonly verb: string
  readonly asked: unknown
  readonly commandOn: (customer: WhichCustomer) => CustomerCommand
  readonly answer: (id: CustomerId, customer: CustomerState) => Answer
}

/** Nobody registers a customer, so their stream may be empty: that there is one, and whose they are, the vault says. */
async function onCustomer<Answer>(
  { core, pool }: ChangeDeps,
  call: Call,
  { businessId, customerId: id }: Named,
  { verb, asked, commandOn, answer }: Change<Answer>,
): Promise<Executed<CustomerRefusal, Answer>> {
  const parsed = CustomerId.safeParse(id)
  if (!parsed.success) return refuse({ code: 'not-found' })
  const customerId = parsed.data
  if ((await businessOfCustomer(pool, customerId)) !== businessId) return refuse({ code: 'not-found' })
  const begun = begin(core, call, {
    stream: customerStream(customerId),
    tenantId: businessId,
    resource: `${verb} ${customerId} ${businessId}`,
    asked,
  })
  return await run(core, core.customers, customerDecider, begun, commandOn({ customerId, businessId }), {
    answer: (outcome) => answer(customerId, stateAfter(customerDecider, outcome)),
  })
}
