import type { CustomerState } from '@forecourt/domain/customer/customer.ts'
import { type CustomerCommand, type CustomerRefusal, customerDecider } from '@forecourt/domain/customer/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import { customerStream } from '@forecourt/domain/streams.ts'
import { businessOfCustomer, type Connection } from '@forecourt/event-log/vault/departures.ts'
import { begin, type Subject } from '../log/begin.ts'
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

/** What is to be done to a customer, see {@link onCustomer}. */
export interface Change<Answer> {
  readonly verb: string
  readonly asked: unknown
  /** May look up what the command needs; the customer is there, and of this business. */
  readonly commandOn: (customer: WhichCustomer) => CustomerCommand | Promise<CustomerCommand>
  /** Whose key seals what is personal in the events. */
  readonly subject?: Subject
  readonly answer: (id: CustomerId, customer: CustomerState) => Answer
}

/**
 * Finds the customer among those of the business, and gives them to what is to be done. Nobody registers a customer, so
 * their stream may be empty: that there is one, and whose they are, the vault says.
 */
export async function whichCustomer(pool: Connection, named: Named): Promise<WhichCustomer | undefined> {
  const customerId = CustomerId.safeParse(named.customerId).data
  if (customerId === undefined) return undefined
  const { businessId } = named
  return (await businessOfCustomer(pool, customerId)) === businessId ? { customerId, businessId } : undefined
}

/**
 * Runs a command of the business on one of its customers. Another business's customer is as absent as a made-up one.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function onCustomer<Answer>(
  core: Core,
  call: Call,
  customer: WhichCustomer | undefined,
  { verb, asked, commandOn, subject, answer }: Change<Answer>,
): Promise<Executed<CustomerRefusal, Answer>> {
  if (customer === undefined) return refuse({ code: 'not-found' })
  const { customerId, businessId } = customer
  const begun = begin(core, call, {
    stream: customerStream(customerId),
    tenantId: businessId,
    resource: `${verb} ${customerId} ${businessId}`,
    asked,
  })
  return await run(core, core.customers, customerDecider, begun, await commandOn(customer), {
    subject,
    answer: (outcome) => answer(customerId, stateAfter(customerDecider, outcome)),
  })
}
