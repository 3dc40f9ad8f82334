import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { late, useSoon } from '../../ui/late.tsx'
import { tabs } from '../dashboard/tabs.ts'
import styles from './desk-keys.module.css'
import { moveRow } from './rows.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ShortcutsHelp = late(async () => (await import('./shortcuts-help.tsx')).ShortcutsHelp, null)

/** The keys that work on every tab, and the button that says which there are, where there is a keyboard. */
export function DeskKeys() {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useSoon(ShortcutsHelp)
  const [, navigate] = useLocation()
  const toTab = Object.fromEntries(tabs.map(({ id }, place) => [String(place + 1), () => navigate(`?tab=${id}`)]))
  useShortcuts({
    ...toTab,
    '?': () => setIsHelpOpen(true),
    '/': () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
    j: () => moveRow(1),
    k: () => moveRow(-1),
  })
  return (
    <>
      <Button
        variant="quiet"
        className={styles.help ?? ''}
        aria-label="Keyboard shortcuts"
        onPress={() => setIsHelpOpen(true)}
      >
        ?
      </Button>
      {isHelpOpen && <ShortcutsHelp onClose={() => setIsHelpOpen(false)} />}
    </>
  )
}
