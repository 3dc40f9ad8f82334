import { numberFormat } from './formats.ts'

/** Money on screens: the server's decimal pounds, written out in en-GB. */

const toPence = numberFormat({ style: 'currency', currency: 'GBP' })
const toPounds = numberFormat({ style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

/** "45.00" → "£45.00" (totals are shown to two decimals, specification section 9). */
export const pounds = (amount: string) => toPence(Number(amount))

/** "45.50" → "£46": rates in vehicle lists are rounded to whole pounds (specification section 9). */
export const wholePounds = (amount: string) => toPounds(Number(amount))

/** A total in integer pence, so that no binary fraction creeps in: days × the decimal daily rate. */
export function totalFor(days: number, dailyRate: string): string {
  const [whole = '0', fraction = ''] = dailyRate.split('.')
  const pence = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
  const total = days * pence
  return `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`
}
