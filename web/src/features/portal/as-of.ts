import { dateFormat } from '../../lib/formats.ts'

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })
const withDay = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * "Offline – showing the fleet as of 09:42": that what is shown is a copy, and how old it is.
 * @param at when the server gave it, in milliseconds
 */
export function asOf(at: number, isOnline: boolean, now = Date.now()): string {
  const isOfToday = new Date(at).toDateString() === new Date(now).toDateString()
  const time = isOfToday ? clock(at) : withDay(at)
  return `${isOnline ? 'Could not update' : 'Offline'} – showing the fleet as of ${time}`
}
