import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import styles from './islands.module.css'
import { Previews } from './previews.tsx'
import { TryIt } from './try-it.tsx'
import { WhyButton } from './why-button.tsx'

/** What of the landing page does something; the rest is read, and needs no script. */
const ISLANDS = { why: WhyButton, 'try-it': TryIt, previews: Previews } as const

type Name = keyof typeof ISLANDS

/** A part of the landing page that does something, where it stands. */
export function Island({ name }: { readonly name: Name }) {
  const Part = ISLANDS[name]
  return (
    <div className={styles.island} data-island={name}>
      <Part />
    </div>
  )
}

/**
 * Brings a page to life whose markup is there already (prerender-landing.ts): its islands one by one, each in a task of its
 * own. The whole of it at once keeps a slow telephone from answering.
 */
export function wakeIslands(page: HTMLElement): void {
  for (const place of page.querySelectorAll<HTMLElement>('[data-island]')) {
    const { island = '' } = place.dataset
    if (!isName(island)) continue
    const Part = ISLANDS[island]
    hydrateRoot(
      place,
      <StrictMode>
        <Part />
      </StrictMode>,
    )
  }
}

const isName = (name: string): name is Name => name in ISLANDS
