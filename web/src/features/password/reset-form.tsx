import { ApiError } from '../../lib/api.ts'
import { useOnline } from '../../offline/use-online.ts'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { resetPassword } from './api.ts'
import styles from './link-forms.module.css'
import { complaintsOf, readReset, type TypedReset } from './model.ts'
import { NewPassword } from './new-password.tsx'

const nothing: TypedReset = { password: '', again: '' }

/** Chooses a password with a mailed link. What is typed is kept nowhere. */
export function ResetForm({
  token,
  onDone,
  onOver,
}: {
  readonly token: string
  readonly onDone: () => void
  /** The link is of no use any more. */
  readonly onOver: () => void
}) {
  const isOnline = useOnline()
  const { form, typed, wrong, trouble, sending, edit, submit } = useCheckedForm({
    nothing,
    read: (reset) => readReset(reset, token),
    send: async (reset) => {
      try {
        await resetPassword(reset)
      } catch (error) {
        if (!isOver(error)) throw error
        onOver()
        return
      }
      onDone()
    },
    complaintsOf: ({ problem }) => complaintsOf(problem?.errors ?? []),
  })
  // Loaded anew the page knows of no link.
  useUnsaved(true)

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <NewPassword typed={typed} wrong={wrong} onEdit={edit} autoFocus />
      {!isOnline && (
        <p role="status" className={styles.note}>
          You are offline. The password can be saved when there is a network.
        </p>
      )}
      {trouble !== undefined && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <Button type="submit" variant="primary" isDisabled={!isOnline} isBusy={sending}>
        {sending ? 'Saving…' : 'Save the password'}
      </Button>
    </form>
  )
}

/** Whether a refusal is about the link: used before, too old, or no link at all. */
function isOver(error: unknown): boolean {
  const problem = error instanceof ApiError ? error.problem : undefined
  return problem?.code === 'link-over' || problem?.errors?.some(({ path }) => path === 'token') === true
}
