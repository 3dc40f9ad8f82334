import type { z } from 'zod'

/**
 * What is known of one type of event: the shape of its payload and, apart from it, of the personal data that is sealed
 * with the person's key before it reaches the log. Rules fold the payload only and never need to open the seal.
 */
export interface EventDefinition<Type extends string = string, Data = unknown, Personal = unknown> {
  readonly type: Type
  /** Version of the payload's shape that is written today; older ones are brought up to it at the read boundary. */
  readonly version: number
  readonly data: z.ZodType<Data>
  readonly personal: z.ZodType<Personal> | null
}

/** Whether what a module exports defines an event. */
export const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && 'version' in value && 'personal' in value

/** Defines an event without personal data. */
export function defineEvent<Type extends string, Data>(
  type: Type,
  version: number,
  data: z.ZodType<Data>,
): EventDefinition<Type, Data, never> {
  return { type, version, data, personal: null }
}

/** Defines an event that carries personal data beside its payload. */
export function definePersonalEvent<Type extends string, Data, Personal>(
  type: Type,
  version: number,
  data: z.ZodType<Data>,
  personal: z.ZodType<Personal>,
): EventDefinition<Type, Data, Personal> {
  return { type, version, data, personal }
}

/** The event as a decider emits it. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Data, infer Personal>
    ? [Personal] extends [never]
      ? { readonly type: Type; readonly data: Data }
      : { readonly type: Type; readonly data: Data; readonly personal: Personal }
    : never

/** The event as rules fold it: what is sealed is left out. */
export type FactOf<D> =
  D extends EventDefinition<infer Type, infer Data, infer _> ? { readonly type: Type; readonly data: Data } : never

/** Any event on its way to the log. */
export interface AnyEvent {
  readonly type: string
  readonly data: unknown
  readonly personal?: unknown
}
