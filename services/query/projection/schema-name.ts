/** The schema that the query service reads. A rebuild fills another one beside it. */
export const LIVE = 'read'

/**
 * A schema's name as it may stand in SQL text.
 * @throws {RangeError} when it is not a plain lower-case name: it is put into statements as it is
 */
export function schemaName(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(name)) throw new RangeError('a schema is named in lower-case letters and digits')
  return name
}

/** Where the projector says how far it has come. */
export const movedChannel = (schema: string) => `${schema}_moved`
/** Where the projector says whose rows have changed, and in which tables. */
export const changedChannel = (schema: string) => `${schemaName(schema)}_changed`
/** Said there when another read model has taken this one's place: anybody's rows may be others. */
export const ALL_CHANGED = 'all'
/** Where a query says which position somebody waits for. */
export const wantedChannel = (schema: string) => `${schema}_wanted`
