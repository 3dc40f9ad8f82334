import type { Request } from '../history.ts'
import { commandsOf } from './commands.ts'
import { erasedIn, rentersIn } from './erasures.ts'
import { CLOCKS_APART, type Evidence, repeated } from './evidence.ts'

/**
 * There is one customer for each business and e-mail address: in the log, in the vault and in the rows. Whoever comes again with the
 * address of somebody who is being erased, or was, is somebody new.
 */
export function faultsOfCustomers(evidence: Evidence): string[] {
  const { tables } = evidence
  const renters = rentersIn(evidence)
  const mayHaveLeft = leftIn(evidence)
  const known = renters.map(({ customerId, ...renter }) => ({
    customerId,
    who: `${renter.email} of ${renter.businessId}`,
  }))
  const customers = Map.groupBy(renters, ({ email, businessId }) => `${email} of ${businessId}`)
  /** Who was to be erased, and stayed after somebody new had come with their address. */
  const stayed = new Set<string>()
  const tooMany = [...customers].flatMap(([who, its]) => {
    const all = [...Map.groupBy(its, ({ customerId }) => customerId).values()].flatMap(([first]) => first ?? [])
    const wrong = all.slice(1).filter(({ event }, index) => {
      const { customerId = '' } = all[index] ?? {}
      if (!mayHaveLeft(customerId, event)) return true
      stayed.add(customerId)
      return false
    })
    return wrong.length === 0
      ? []
      : [`${who} is ${all.length} customers: ${all.map(({ customerId }) => customerId).join(' and ')}`]
  })
  return [
    ...tooMany,
    ...[...Map.groupBy(known, ({ customerId }) => customerId)].flatMap(([customer, its]) => {
      const all = new Set(its.map(({ who }) => who))
      return all.size > 1 ? [`customer ${customer} is ${[...all].join(' and ')}`] : []
    }),
    ...(['vault', 'customers'] as const).flatMap((where) =>
      repeated(
        tables[where]
          .filter(({ customerId }) => !stayed.has(customerId))
          .map(({ businessId, known: name }) => `${name} of ${businessId}`),
      ).map(([customer, times]) => `${customer} is ${times} times in the ${where === 'vault' ? 'vault' : 'rows'}`),
    ),
  ]
}

/**
 * Whether somebody may have left by the time of a request that another customer made with their address: they were being erased while
 * it was under way, or were erased before.
 */
function leftIn(evidence: Evidence): (customerId: string, event: Evidence['log'][number]) => boolean {
  const { history } = evidence
  const commands = commandsOf(history)
  const erased = erasedIn(evidence)
  const asked = Map.groupBy(
    history.requests.filter(({ call }) => call === 'eraseCustomer'),
    ({ asked: { id } }: Request) => String(id),
  )
  return (customerId, { metadata, recordedAt }) => {
    const startedAt = commands.get(metadata.commandId ?? '')?.sendings[0]?.startedAt ?? recordedAt.getTime()
    return (asked.get(customerId) ?? []).some(
      (erasing) =>
        erasing.startedAt <= recordedAt.getTime() + CLOCKS_APART &&
        (erased.has(customerId) || erasing.endedAt >= startedAt - CLOCKS_APART),
    )
  }
}
