import { z } from 'zod'

/** An amount in integer pence, 0 to 99,999,999.99 pounds (the specification's decimal(10,2)). */
export const Pence = z.int().min(0).max(9_999_999_999).brand<'Pence'>()
export type Pence = z.infer<typeof Pence>

/** Amounts added up: as many pence as it takes, exact up to 90 billion pounds. */
export const PenceSum = z.int().min(0).brand<'PenceSum'>()
export type PenceSum = z.infer<typeof PenceSum>

/** Reads `45`, `45.5` or `45.00` pounds. Undefined when it is not an amount of at most 8 digits and 2 decimals. */
export function poundsToPence(pounds: string): Pence | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(pounds)
  if (match === null) return undefined
  const [, whole, decimals = ''] = match
  return Pence.parse(Number(`${whole}${decimals.padEnd(2, '0')}`))
}

/** The amount in pounds as the edge shows it, always with two decimals: `45.00`. */
export function penceToPounds(pence: Pence | PenceSum): string {
  const digits = String(pence).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Price of a rental: days multiplied by the daily rate (specification section 9), exact in pence. Undefined when the
 * product is more than an amount can hold.
 */
export function priceOf(dailyRate: Pence, days: number): Pence | undefined {
  return Pence.safeParse(dailyRate * days).data
}
