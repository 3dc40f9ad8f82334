import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asked before a hire is approved that runs past its vehicle's MOT or insurance. */
export function PapersQuestion({
  question,
  onAnswer,
}: {
  readonly question: string
  readonly onAnswer: (isYes: boolean) => void
}) {
  return (
    <ConfirmDialog
      title="Papers run out"
      question={question}
      confirm="Approve all the same"
      back="Do not approve"
      onBack={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    />
  )
}
