import { type Maintenance, type MaintenanceInput, MOST_DAYS } from '@forecourt/contracts/maintenance.ts'
import { addDays } from '../../lib/dates.ts'

/** The fleet's maintenance as the device keeps it, and what is done to it here: a part of everything that the dashboard is. */

/** The year that is on the device: from the first of the month before. */
export function daysKept(today: string): { readonly from: string; readonly to: string } {
  const lastOfMonthBefore = addDays(`${today.slice(0, 7)}-01`, -1)
  const from = `${lastOfMonthBefore.slice(0, 7)}-01`
  return { from, to: addDays(from, MOST_DAYS) }
}

/** Ids of blocks that the server has not named yet begin so. */
const WAITING = 'waiting:'
export const waitingId = (uuid: string) => `${WAITING}${uuid}`
export const isWaiting = ({ id }: Pick<Maintenance, 'id'>) => id.startsWith(WAITING)

/** The list with a block more. The server may have told of it already, under its own name. */
export function withBlock(blocks: readonly Maintenance[], block: Maintenance): Maintenance[] {
  const isKnown = ({ carId, from, to }: Maintenance) => carId === block.carId && from === block.from && to === block.to
  return blocks.some(isKnown) ? [...blocks] : [...blocks, block]
}

/** The list with a block changed; which requests it makes impossible is asked anew. */
export const withChange = (
  blocks: readonly Maintenance[],
  id: string,
  change: Pick<Maintenance, 'from' | 'to' | 'kind' | 'note'>,
): Maintenance[] => blocks.map((block) => (block.id === id ? { ...block, ...change, requests: [] } : block))

export const withoutBlock = (blocks: readonly Maintenance[], id: string): Maintenance[] =>
  blocks.filter((block) => block.id !== id)

/** What the server is sent for a block. */
export const workOf = ({ from, to, kind, note }: Pick<Maintenance, 'from' | 'to' | 'kind' | 'note'>) =>
  ({ from, to, kind, note }) satisfies MaintenanceInput
