import type { Evidence } from './evidence.ts'

/**
 * While people were busy, and between two faults, rows were what the log said at the place that they had come to: what is made
 * good by a later event has been wrong all the same.
 */
export const faultsOfReplays = ({ history }: Pick<Evidence, 'history'>): string[] =>
  history.replays
    .filter(({ isSame }) => !isSame)
    .map(({ at, said }) => `at ${new Date(at).toISOString()} rows were not what the log says: ${said}`)
