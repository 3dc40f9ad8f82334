import type { CustomerHidden } from '@forecourt/contracts/customer.ts'
import type { CustomerRefusal } from '@forecourt/domain/customer/decider.ts'
import type { Call } from '../log/call.ts'
import type { Executed } from '../log/execute.ts'
import { type ChangeDeps, type Named, onCustomer, whichCustomer } from './on-customer.ts'

/**
 * Takes a customer out of the customers page (specification section 4, Hiding). Hidden again, they are hidden.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function hideCustomer(
  { core, pool }: ChangeDeps,
  call: Call,
  named: Named,
): Promise<Executed<CustomerRefusal, CustomerHidden>> {
  return await onCustomer(core, call, await whichCustomer(pool, named), {
    verb: 'customer.hide',
    asked: {},
    commandOn: (customer) => ({ type: 'hideFromCustomersPage', ...customer }),
    answer: (id) => ({ id, hidden: true }),
  })
}
