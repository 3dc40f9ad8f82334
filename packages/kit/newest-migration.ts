/**
 * The newest of `infra/migrations`, by its file's name: whoever only looks at a database tells by it whether that is of this
 * version.
 */
export const NEWEST_MIGRATION = '020-files-known.sql'
