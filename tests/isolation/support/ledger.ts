import type { Call } from '@forecourt/contracts/calls/call.ts'
import { CALLS } from '@forecourt/contracts/calls.ts'

/** What is proven of a call, and how often. */
export const COLUMNS = ['works', 'refused inputs', 'isolation', 'contract'] as const
export type Column = (typeof COLUMNS)[number]

/** Counts what was proven, call by call. */
export interface Ledger {
  count(call: Call, column: Column, times?: number): void
  of(call: Call, column: Column): number
  total(column: Column): number
  /** One row a call. */
  table(): string
}

export function createLedger(): Ledger {
  const counts = new Map<string, number>()
  const of = ({ id }: Call, column: Column) => counts.get(`${id} ${column}`) ?? 0
  const total = (column: Column) => CALLS.reduce((sum, call) => sum + of(call, column), 0)
  return {
    count(call, column, times = 1) {
      counts.set(`${call.id} ${column}`, of(call, column) + times)
    },
    of,
    total,
    table() {
      return [
        line('call', COLUMNS),
        ...CALLS.map((call) =>
          line(
            `${call.method} ${call.path}`,
            COLUMNS.map((column) => of(call, column)),
          ),
        ),
        line(`${CALLS.length} calls`, COLUMNS.map(total)),
      ].join('\n')
    },
  }
}

function line(name: string, cells: readonly (number | string)[]): string {
  return [name.padEnd(62), ...cells.map((cell) => String(cell).padStart(15))].join('')
}
