import type { CurrentUser } from '@forecourt/contracts/account.ts'
import type { QueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from '../../lib/session-key.ts'
import { dropUndo, showAfterUndo, undoToast, withdrawUndo } from '../../ui/undo-toast.ts'
import { rememberedMember } from '../remembered-member.ts'
import { type AnyAction, type Bound, settle } from './action.ts'
import { openOutbox } from './outbox.ts'
import type { Outbox } from './outbox-interface.ts'
import { keepAccepted, noteAccepted } from './unseen.ts'

/**
 * Opens the outbox of a member who is at the desk: what is accepted is shown and said to them, and to nobody who is there after
 * them, however late its answer comes.
 * @returns the outbox once it is open, and how to end it
 */
export function openMembersOutbox(
  queries: QueryClient,
  { id: userId, businessId }: Pick<CurrentUser, 'id' | 'businessId'>,
  registry: readonly AnyAction[],
): { readonly opened: Promise<Outbox>; readonly end: () => void } {
  let isOver = false
  const forgetAccepted = keepAccepted(queries)
  const show = async (bound: Bound): Promise<void> => {
    if (isOver) return
    noteAccepted(bound)
    await settle(queries, bound)
  }
  const opened = openOutbox({
    userId,
    businessId,
    registry,
    isTheirSession: async () => ((await rememberedMember())?.id ?? userId) === userId,
    onNotTheirs: () => void queries.invalidateQueries({ queryKey: SESSION_KEY }),
    onTaken: withdrawUndo,
    onAccepted: async (bound, isLast) => {
      if (isOver) return
      const { done, takeBack, subject } = bound
      if (done !== undefined && (takeBack === undefined || !isLast)) {
        showAfterUndo({ title: done, variant: 'default', ...(isLast ? { subject } : {}) })
      } else if (done !== undefined && takeBack !== undefined) {
        undoToast(done, () => void opened.then(({ perform }) => takeBack(perform)), subject, showAfterUndo)
      }
      await show(bound)
    },
    onSentElsewhere: show,
    // An Undo that is shown is of what was done last about it.
    onRefused: ({ failed, subject }, reason, isLast) => {
      if (isOver) return
      const of = isLast ? { subject } : {}
      showAfterUndo({ title: failed, description: reason, variant: 'destructive', ...of })
    },
  })
  return {
    opened,
    end: () => {
      isOver = true
      forgetAccepted()
      dropUndo()
      void opened.then((ready) => ready.close())
    },
  }
}
