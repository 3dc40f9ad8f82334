/** Where the product's log is in the benchmarks that start the whole of it: `EVENTSTORE_URL` says so to them as to the product. */
export const EVENT_LOG = process.env.EVENTSTORE_URL === undefined ? 'PostgreSQL' : 'EventStoreDB'

/** The name that figures are kept under: those of one log do not replace those of the other. */
export const withItsLog = (name: string): string => (EVENT_LOG === 'PostgreSQL' ? name : `${name} with ${EVENT_LOG}`)

/** The benchmarks that start the whole of it. The others measure a log in PostgreSQL. */
export const HEEDS_ITS_LOG: ReadonlySet<string> = new Set(['ratios', 'freshness', 'start'])
