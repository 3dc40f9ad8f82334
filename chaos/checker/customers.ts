import { BookingRequested } from '@forecourt/domain/schedule/events.ts'
import { commandsOf } from './commands.ts'
import { type Evidence, repeated } from './evidence.ts'

/** There is one customer for each business and e-mail address: in the log, in the vault and in the rows. */
export function faultsOfCustomers({ history, log, tables }: Evidence): string[] {
  const commands = commandsOf(history)
  const customers = new Map<string, Set<string>>()
  const renters = new Map<string, Set<string>>()
  for (const { type, data, metadata } of log) {
    if (type !== BookingRequested.type) continue
    const renter = commands.get(metadata.commandId ?? '')?.sendings[0]?.asked.renter
    if (renter === undefined) continue
    const { businessId, customerId } = BookingRequested.data.parse(JSON.parse(data))
    add(customers, `${renter} of ${businessId}`, customerId)
    add(renters, customerId, `${renter} of ${businessId}`)
  }
  return [
    ...tooMany(customers).map(([renter, all]) => `${renter} is ${all.size} customers: ${[...all].join(' and ')}`),
    ...tooMany(renters).map(([customer, all]) => `customer ${customer} is ${[...all].join(' and ')}`),
    ...(['vault', 'customers'] as const).flatMap((where) =>
      repeated(tables[where].map(({ businessId, known }) => `${known} of ${businessId}`)).map(
        ([customer, times]) => `${customer} is ${times} times in the ${where === 'vault' ? 'vault' : 'rows'}`,
      ),
    ),
  ]
}

const tooMany = (found: ReadonlyMap<string, Set<string>>) => [...found].filter(([, all]) => all.size > 1)

function add(sets: Map<string, Set<string>>, name: string, value: string): void {
  const known = sets.get(name)
  if (known === undefined) sets.set(name, new Set([value]))
  else known.add(value)
}
