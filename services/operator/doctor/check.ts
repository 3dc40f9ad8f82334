import type { Platform } from '../platform.ts'

/** What a check found. */
export interface Finding {
  readonly isWell: boolean
  /** What is so, in words; for what is not well also what to do. */
  readonly says: string
}

/** One thing that can be wrong with an installation; it throws when what it asks does not answer. */
export interface Check {
  readonly name: string
  look(platform: Platform): Promise<Finding>
}

/** All is as it should be. */
export const well = (says: string): Finding => ({ isWell: true, says })
/** Something is not. */
export const amiss = (says: string): Finding => ({ isWell: false, says })

/** The one row of an answer. @throws {Error} there is none */
export async function first<Row>(query: Promise<{ rows: Row[] }>): Promise<Row> {
  const [row] = (await query).rows
  if (row === undefined) throw new Error('the database answered nothing')
  return row
}
