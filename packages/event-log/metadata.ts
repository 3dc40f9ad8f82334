import { z } from 'zod'

/**
 * What every event carries beside its payload: flat strings, so that EventStoreDB's own tools can read them.
 * `occurredAt` is the business time of the fact; `import` marks history that was brought in from elsewhere.
 */
export const FactMetadata = z.object({
  schemaVersion: z.string().regex(/^[1-9]\d{0,3}$/),
  tenantId: z.string(),
  actorKind: z.enum(['customer', 'member', 'operator', 'system', 'import']),
  actorId: z.string(),
  commandId: z.string(),
  /** Keyed hash of the parsed command: the same key with another body can be told. */
  commandDigest: z.string(),
  $correlationId: z.string(),
  $causationId: z.string(),
  /** Instant, ISO 8601 in UTC. */
  occurredAt: z.iso.datetime(),
  /** Whose key seals the personal part. */
  dataSubject: z.string().optional(),
  appVersion: z.string(),
})
export type FactMetadata = z.infer<typeof FactMetadata>

/** What a command knows of its events. `encode` adds the version of each event's shape. */
export type CommandMetadata = Omit<FactMetadata, 'schemaVersion' | 'dataSubject'> & {
  /** Needed as soon as an event has a personal part; written on those events only. */
  readonly dataSubject?: string
}
