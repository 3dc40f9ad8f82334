import type { CurrentUser } from '@forecourt/contracts/account.ts'
import type { QueryClient } from '@tanstack/react-query'
import { deskOf } from '../../offline/owners.ts'
import { memberKey } from '../../offline/query-copy.ts'
import { allTyped } from '../../offline/typed.ts'
import { isUnsaved } from '../../offline/unsaved.ts'
import { isEmpty, restoreDraft } from '../booking-form/draft.ts'

/** Where something is typed and not saved: the name of a form (`useTyped`), a walk-in's booking, or a form that is open. */
export type Place = string
export const WALK_IN: Place = 'booking'
export const OPEN_FORM: Place = 'open'

/**
 * Where this member has typed something on this device, in whichever tab, that is not saved and goes when they sign out: each
 * place once. A form that keeps nothing counts while it is open.
 */
export async function typedHere(queries: QueryClient, { id, businessId }: CurrentUser): Promise<readonly Place[]> {
  const [typed, walkIn] = await Promise.all([
    allTyped(queries, memberKey(id, businessId)),
    restoreDraft(deskOf(id, businessId)),
  ])
  const places = [...typed].filter(([, drafts]) => Object.values(drafts).some(saysSomething)).map(([form]) => form)
  if (walkIn !== undefined && !isEmpty(walkIn)) places.push(WALK_IN)
  return places.length === 0 && isUnsaved() ? [OPEN_FORM] : places
}

/** A text that was changed back to what is saved is nothing that anybody would miss. */
function saysSomething(draft: unknown): boolean {
  const { typed, text, from } = Object(draft)
  return JSON.stringify(typed ?? text) !== JSON.stringify(from)
}
