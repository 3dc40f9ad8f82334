import { Button } from '../../ui/button.tsx'
import { type Field, labels, type SettingsDraft } from './model.ts'
import styles from './overtaken.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/** Somebody else has saved another value while this one was typed: both, and the choice. Nothing where that is not so. */
export function Overtaken({ field, form }: { readonly field: Field; readonly form: SettingsForm }) {
  if (!form.overtaken.includes(field)) return null
  const label = labels[field]
  return (
    // It is gone to when saving stops at it.
    <fieldset data-overtaken tabIndex={-1} className={styles.overtaken}>
      <legend>{label}: somebody has saved something else meanwhile</legend>
      <dl>
        <div>
          <dt>Theirs, saved</dt>
          <dd>
            <Value field={field} whose="Theirs" of={form.saved} />
          </dd>
        </div>
        <div>
          <dt>Yours, not saved</dt>
          <dd>
            <Value field={field} whose="Yours" of={form.draft} />
          </dd>
        </div>
      </dl>
      <div className={styles.ways}>
        <Button aria-label={`Take theirs: ${label}`} onPress={() => form.decide(field, 'theirs')}>
          Take theirs
        </Button>
        <Button aria-label={`Keep mine: ${label}`} onPress={() => form.decide(field, 'mine')}>
          Keep mine
        </Button>
      </div>
    </fieldset>
  )
}

/** Longer texts are scrolled in a field of their own, by the keyboard too. */
const LONG = 200

function Value({ field, whose, of }: { readonly field: Field; readonly whose: string; readonly of: SettingsDraft }) {
  const value = of[field]
  if (value === null || value === '') return <em>Nothing</em>
  if (field === 'logoUrl') return <img src={`${value}?w=96`} alt={`${whose}: logo`} width={64} height={64} />
  if (value.length > LONG) return <textarea readOnly rows={8} value={value} aria-label={`${whose}: ${labels[field]}`} />
  return <span>{value}</span>
}
