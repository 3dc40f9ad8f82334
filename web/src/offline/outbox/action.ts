import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'

/**
 * Something that staff may do without a network. A feature defines its actions beside its queries; the outbox keeps them,
 * sends them, and shows their effect until the server's own answer is on the screen.
 */
export interface Action<Args> {
  readonly name: string
  /** What is kept on the device was written by another version, perhaps: it is parsed when it is read. */
  readonly args: z.ZodMiniType<Args>
  /** Actions about the same subject are sent one after the other, in the order in which they were done. */
  readonly subject: (args: Args) => string
  /** Sends it; `key` makes a repetition count once. @throws {ApiError | NoAnswer} */
  readonly send: (args: Args, key: string) => Promise<unknown>
  /** What it does to the lists on the screen. */
  readonly effects: readonly Effect<Args>[]
  /** The toasts of the specification's section 8. Without one of its own a success is silent. */
  readonly done: (args: Args) => string | undefined
  readonly failed: (args: Args) => string
  /** Queries that are asked anew after it besides those that it has an effect on. */
  readonly refreshes?: readonly QueryKey[]
}

/** The effect of an action on what a query has answered. */
export interface Effect<Args> {
  readonly queryKey: QueryKey
  readonly fold: (data: unknown, args: Args) => unknown
}

/** @param fold gives the answer as it will be once the server has accepted the action */
export function effectOn<Data, Args>(
  query: { readonly queryKey: DataTag<QueryKey, Data, Error> },
  fold: (data: Data, args: Args) => Data,
): Effect<Args> {
  // What is cached under a query's key is what that query answers: the key's tag says so, and nobody else writes there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { queryKey: query.queryKey, fold: (data, args) => fold(data as Data, args) }
}

/** An action with its arguments: what the outbox handles. */
export interface Bound {
  readonly subject: string
  readonly send: (key: string) => Promise<unknown>
  readonly effects: readonly { readonly queryKey: QueryKey; readonly fold: (data: unknown) => unknown }[]
  readonly done: string | undefined
  readonly failed: string
  readonly refreshes: readonly QueryKey[]
}

/** An action as the registry holds it, whatever its arguments. */
export interface AnyAction {
  readonly name: string
  /** Undefined: this version cannot read the arguments. */
  readonly bind: (args: unknown) => Bound | undefined
}

export function bind<Args>(action: Action<Args>, args: Args): Bound {
  return {
    subject: action.subject(args),
    send: (key) => action.send(args, key),
    effects: action.effects.map(({ queryKey, fold }) => ({ queryKey, fold: (data) => fold(data, args) })),
    done: action.done(args),
    failed: action.failed(args),
    refreshes: action.refreshes ?? [],
  }
}

/** For the registry of all actions (`app/desk-actions.ts`). */
export const registered = <Args>(action: Action<Args>): AnyAction => ({
  name: action.name,
  bind: (stored) => {
    const args = z.safeParse(action.args, stored)
    return args.success ? bind(action, args.data) : undefined
  },
})

/** Puts an accepted action's effect into the cached answers, so that nothing flickers, and has them asked anew. */
export async function settle(queries: QueryClient, { effects, refreshes }: Bound): Promise<void> {
  for (const { queryKey, fold } of effects) {
    await queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, (data: unknown) => (data === undefined ? undefined : fold(data)))
  }
  const keys = [...effects.map(({ queryKey }) => queryKey), ...refreshes]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
