import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { late } from '../../ui/late.tsx'
import { useLateDialog } from '../../ui/late-dialog.ts'
import { tabs } from '../dashboard/tabs.ts'
import styles from './desk-keys.module.css'
import { moveRow } from './rows.ts'
import { toSearch } from './to-search.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ShortcutsHelp = late(async () => (await import('./shortcuts-help.tsx')).ShortcutsHelp)

/**
 * The keys that work on every tab, and the button that says which there are, where there is a keyboard.
 * @param onHurry shows the tab that somebody has gone to as soon as may be, and resolves then
 */
export function DeskKeys({ onHurry }: { readonly onHurry: () => Promise<void> }) {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const whenThere = useLateDialog(ShortcutsHelp)
  const openHelp = () => whenThere(() => setIsHelpOpen(true))
  const [, navigate] = useLocation()
  const toTab = Object.fromEntries(tabs.map(({ id }, place) => [String(place + 1), () => navigate(`?tab=${id}`)]))
  useShortcuts({
    ...toTab,
    '?': openHelp,
    '/': () => void toSearch(onHurry),
    j: () => moveRow(1),
    k: () => moveRow(-1),
  })
  return (
    <>
      <Button variant="quiet" className={styles.help ?? ''} aria-label="Keyboard shortcuts" onPress={openHelp}>
        ?
      </Button>
      {isHelpOpen && <ShortcutsHelp onClose={() => setIsHelpOpen(false)} />}
    </>
  )
}
