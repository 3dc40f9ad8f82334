import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { NativeButton } from '../../ui/native-button.tsx'
import styles from './desk-menu.module.css'
import { pages, type Screen } from './tabs.ts'

/** The header's menu: what is not daily work. The browser's own popover: Esc and a tap beside it close it. */
export function DeskMenu({ active }: { readonly active: Screen }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <NativeButton ref={button} variant="quiet" aria-label="Menu" popoverTarget={id}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M3 5h14M3 10h14M3 15h14" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </NativeButton>
      <nav
        id={id}
        popover="auto"
        aria-label="Menu"
        className={styles.menu}
        onBeforeToggle={({ currentTarget }) => {
          const below = button.current?.getBoundingClientRect().bottom ?? 0
          currentTarget.style.top = `${Math.round(below)}px`
        }}
      >
        {pages.map((page) => (
          <Link
            key={page.id}
            href={`?tab=${page.id}`}
            aria-current={page.id === active ? 'page' : undefined}
            onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.()}
          >
            {page.label}
          </Link>
        ))}
      </nav>
    </>
  )
}
