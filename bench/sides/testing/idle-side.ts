import type { Side } from '../side.ts'

/** A side that has a town and does nothing, for tests of what is counted about it. */
export const idleSide = (town: Side['town'], more: Partial<Side> = {}): Side => ({
  name: 'crud-fn',
  targets: [],
  lookupKey: Buffer.alloc(32).toString('base64'),
  town,
  book: async () => 'booked',
  reject: async () => {},
  countRows: async () => {},
  freeze: async () => {},
  thaw: () => {},
  processes: () => [],
  followUp: async () => ({ mails: 0, documents: 0, left: 0 }),
  settled: async () => true,
  [Symbol.asyncDispose]: async () => {},
  ...more,
})
