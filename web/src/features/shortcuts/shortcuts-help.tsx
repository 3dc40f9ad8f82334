import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { KEYS } from './keys.ts'
import { areOn, turn } from './setting.ts'
import styles from './shortcuts-help.module.css'

/** What the keys do, and the way to turn them off. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const [on, setOn] = useState(areOn)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.setting}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            setOn(target.checked)
            turn(target.checked)
          }}
        />
        Single keys work on this device
      </label>
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
