import { useOnline } from '../../offline/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { changesInWords } from './model.ts'
import styles from './save-bar.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/** What is not saved yet, and saving it; always at the same place. */
export function SaveBar({ form }: { readonly form: SettingsForm }) {
  const { changed, overtaken, sending, trouble, discard } = form
  const isOnline = useOnline()
  const count = changed.length
  return (
    <div className={styles.bar}>
      {trouble !== undefined && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <p role="status" className={styles.state}>
        {count === 0 ? 'Everything is saved' : `${changesInWords(count)} not saved, kept on this device`}
        {count > 0 && !isOnline && '. You are offline: save when there is a network'}
        {overtaken.length > 0 && `. Somebody else has changed ${overtaken.length} of them too`}
      </p>
      <div className={styles.ways}>
        <Button variant="quiet" isDisabled={count === 0 || sending} onPress={discard}>
          Discard
        </Button>
        {/* Nothing left to save disables it by `aria-disabled` alone: with the button the focus would be gone. */}
        <Button type="submit" variant="primary" isDisabled={!isOnline} isBusy={sending} aria-disabled={count === 0}>
          {sending ? 'Saving…' : 'Save settings'}
        </Button>
      </div>
    </div>
  )
}
