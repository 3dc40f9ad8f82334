import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { set } from 'idb-keyval'
import * as z from 'zod/mini'
import { MAX_AGE, type Typed } from './typed-store.ts'
import { within } from './within.ts'

/** A member's copy, and what the version before kept of their typing in it: that is taken from there once. */
interface Apart {
  readonly typed: Typed
  /** The copy as it is kept now. */
  readonly copy: PersistedClient | undefined
}

const Drafts = z.looseObject({})

/** Takes a copy and what was typed apart. Does not throw: in a copy that cannot be read, or is too old, nothing was typed. */
export function apart(copy: PersistedClient | undefined): Apart {
  const isOver = copy === undefined || Date.now() - copy.timestamp > MAX_AGE
  try {
    return isOver ? { typed: new Map(), copy } : divide(copy)
  } catch {
    return { typed: new Map(), copy }
  }
}

function divide(copy: PersistedClient): Apart {
  const { queries, mutations } = copy.clientState
  const typed = queries
    .filter(({ meta }) => meta?.isTyped === true)
    .map(({ queryKey, state }) => [String(queryKey[2]), z.parse(Drafts, state.data)] as const)
  const others = queries.filter(({ meta }) => meta?.isTyped !== true)
  return { typed: new Map(typed), copy: { ...copy, clientState: { mutations, queries: others } } }
}

/** Writes the copy down without what was typed: saved or discarded later, that would be taken over again. Does not reject. */
export const keepApart = (key: string, { typed, copy }: Apart): Promise<void> =>
  typed.size === 0 ? Promise.resolve() : within(() => set(key, copy)).catch(() => undefined)
