import { type DataTag, hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Sender } from '../../lib/api.ts'
import { NOT_FOUND, type Way } from './queue.ts'

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
  /** Sends it, each call of it in the name of whoever did it. @throws {ApiError | NoAnswer} */
  readonly send: (args: Args, by: SentBy) => Promise<unknown>
  /** What it does to the lists on the screen. */
  readonly effects: readonly Effect<Args>[]
  /** The toasts of the specification's section 8. Without one of its own a success is silent. */
  readonly done: (args: Args) => string | undefined
  readonly failed: (args: Args) => string
  /** The same action the other way round, which its toast offers as Undo. Without it, it is not taken back by a tap. */
  readonly takenBack?: (args: Args) => { readonly args: Args; readonly label: string } | undefined
  /** Queries that are asked anew after it besides those that it has an effect on. */
  readonly refreshes?: readonly QueryKey[]
  /** Deletes what waits on the device with it: called when it was accepted, undone, dropped or done anew. Does not reject. */
  readonly forget?: (args: Args) => Promise<void>
  /** Done anew about the same subject it takes the place of one that was refused, which nobody can want any more. */
  readonly answersRefused?: true
  /** Where a refused one can be looked at or changed, rather than only sent again or dropped. */
  readonly leadsTo?: (args: Args) => Way | undefined
  /** By what answers say that a refused one would be refused again for certain: it is not offered to send it again. */
  readonly overtaken?: Overtaken<Args>
  /**
   * By what answers say, or by a 404, that what it was about is there no more: no way leads to it, nor is it offered to send it
   * again.
   */
  readonly gone?: Overtaken<Args> | 'when-not-found'
}

/** From whose outbox an action is sent. */
export interface SentBy extends Sender {
  /** Aborted when the outbox closes: they may have signed out. What takes its time, or more than one call, stops then. */
  readonly signal: AbortSignal
}

/** The effect of an action on what a query has answered. */
export interface Effect<Args> {
  readonly queryKey: QueryKey
  readonly fold: (data: unknown, args: Args) => unknown
}

/** What makes an action pointless, as a query's answer tells it. */
export interface Overtaken<Args> {
  readonly queryKey: QueryKey
  readonly by: (data: unknown, args: Args) => boolean
}

/** @param by whether, by this answer, the action would be refused for certain */
export function overtakenOn<Data, Args>(
  query: { readonly queryKey: DataTag<QueryKey, Data, Error> },
  by: (data: Data, args: Args) => boolean,
): Overtaken<Args> {
  // What is cached under a query's key is what that query answers, as for `effectOn`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { queryKey: query.queryKey, by: (data, args) => data !== undefined && by(data as Data, args) }
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

/**
 * Takes an action on; `hold`: milliseconds during which it is not sent and can be undone, and with it those that are named
 * as `together` and have not been sent. Gives its id.
 */
export type Perform = <Args>(
  action: Action<Args>,
  args: Args,
  options: { readonly label: string; readonly hold?: number; readonly together?: readonly string[] },
) => Promise<string>

/** An action with its arguments: what the outbox handles. */
export interface Bound {
  readonly subject: string
  readonly send: (by: SentBy) => Promise<unknown>
  readonly effects: readonly { readonly queryKey: QueryKey; readonly fold: (data: unknown) => unknown }[]
  readonly done: string | undefined
  readonly failed: string
  /** Undefined: it cannot be taken back. */
  readonly takeBack: ((perform: Perform) => Promise<string>) | undefined
  readonly refreshes: readonly QueryKey[]
  readonly forget: () => Promise<void>
  readonly way: Way | undefined
  /** Whether it would be refused for certain, by the answers that `read` gives. */
  readonly isOvertaken: (read: (queryKey: QueryKey) => unknown) => boolean
  /** Whether what it is about is there no more, by the same or by why it was refused. */
  readonly isGone: (read: (queryKey: QueryKey) => unknown, refusal: string | undefined) => boolean
}

/** An action as the registry holds it, whatever its arguments. */
export interface AnyAction {
  readonly name: string
  /** Undefined: this version cannot read the arguments. */
  readonly bind: (args: unknown) => Bound | undefined
}

/** An action with the arguments that it was done with. */
export function bind<Args>(action: Action<Args>, args: Args): Bound {
  const back = action.takenBack?.(args)
  return {
    subject: action.subject(args),
    send: (by) => action.send(args, by),
    effects: action.effects.map(({ queryKey, fold }) => ({ queryKey, fold: (data) => fold(data, args) })),
    done: action.done(args),
    failed: action.failed(args),
    takeBack: back && ((perform) => perform(action, back.args, { label: back.label })),
    refreshes: action.refreshes ?? [],
    forget: async () => await action.forget?.(args),
    way: action.leadsTo?.(args),
    isOvertaken: (read) => action.overtaken?.by(read(action.overtaken.queryKey), args) ?? false,
    isGone: (read, refusal) =>
      action.gone === 'when-not-found'
        ? refusal === NOT_FOUND
        : (action.gone?.by(read(action.gone.queryKey), args) ?? false),
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

type Fold = (data: unknown) => unknown

/**
 * Puts an accepted action's effect into the cached answers, those of searches and older pages too, so that nothing flickers,
 * and has them asked anew.
 */
export async function settle(
  queries: QueryClient,
  { effects, refreshes }: Pick<Bound, 'effects' | 'refreshes'>,
): Promise<void> {
  for (const { queryKey, fold } of effects) {
    for (const query of queries.getQueryCache().findAll({ queryKey })) {
      const settled = foldOn(query, queryKey, fold)
      if (settled === undefined) continue
      await queries.cancelQueries({ queryKey: query.queryKey, exact: true })
      queries.setQueryData(query.queryKey, (data: unknown) => (data === undefined ? undefined : settled(data)))
    }
  }
  const keys = [...effects.map(({ queryKey }) => queryKey), ...refreshes]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** How an effect on the answers under that key counts in those of a query whose key begins with it; undefined: not at all. */
export const foldOn = (query: Query, queryKey: QueryKey, fold: Fold): Fold | undefined =>
  isOf(query, queryKey) ? fold : foldFor[query.meta?.has ?? 'others'](fold)

const isOf = ({ queryHash }: Query, queryKey: QueryKey): boolean => queryHash === hashKey(queryKey)

const Pages = z.looseObject({ pages: z.array(z.looseObject({ rows: z.unknown() })) })

/** How an effect counts in the answers that share rows with the one that it is about. */
const foldFor: Readonly<Record<'rows' | 'pages' | 'others', (fold: Fold) => Fold | undefined>> = {
  rows: (fold) => fold,
  pages: (fold) => (data) => {
    const { pages, ...rest } = z.parse(Pages, data)
    return { ...rest, pages: pages.map((page) => ({ ...page, rows: fold(page.rows) })) }
  },
  others: () => undefined,
}
