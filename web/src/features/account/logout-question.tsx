import { usePending } from '../../offline/outbox/outbox-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Place, typedHere } from './typed-here.ts'
import { typedInWords } from './typed-words.ts'

/** With the question: whether there is one, and its words for another. */
export { typedHere, typedInWords }

/** What logging out drops, before it does: changes that were not sent, and what was typed and not saved. */
export function LogoutQuestion({
  typed,
  onBack,
  onConfirm,
}: {
  readonly typed: readonly Place[]
  readonly onBack: () => void
  readonly onConfirm: () => void
}) {
  const pending = usePending()
  const unsent = pending.length
  // What was sent once, or is on its way, may have arrived though nobody has said so.
  const may = pending.some(({ attempts, state }) => attempts > 0 || state === 'sending')
  const who = unsent === 1 ? 'One change' : `${unsent} changes`
  const have = may ? 'may not have' : unsent === 1 ? 'has not' : 'have not'
  const changes = `${who} ${have} reached the server. Logging out drops ${unsent === 1 ? 'it' : 'them'}.`
  const sentences = [unsent === 0 ? '' : changes, typedInWords(typed)].filter((sentence) => sentence !== '')
  return (
    <ConfirmDialog
      title={unsent === 0 && typed.length > 0 ? 'Not saved yet' : 'Changes not sent yet'}
      question={sentences.length === 0 ? 'Everything is sent by now.' : sentences.join(' ')}
      confirm={sentences.length === 0 ? 'Log out' : 'Log out and drop'}
      back="Stay"
      onBack={onBack}
      onConfirm={onConfirm}
    />
  )
}
