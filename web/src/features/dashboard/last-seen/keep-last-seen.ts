import type { QueryClient } from '@tanstack/react-query'
import { set } from 'idb-keyval'
import { behindSince } from '../../../lib/behind.ts'
import type { Outbox } from '../../../offline/outbox/outbox-interface.ts'
import { within } from '../../../offline/within.ts'
import { keptForTheMember, shownUntil } from '../freshness.ts'
import { lineStyle } from '../status-line.tsx'
import { type Status, statusOf } from '../status-words.ts'
import { keyOfSeen, type LastSeen } from './last-seen.ts'
import { pictureOf } from './picture.ts'

/** Changes within so many milliseconds are pictured together. */
const CALM = 1_000

const NOT_PLAIN = '[data-dialog], [data-row][aria-current], [data-chosen], [data-broken], main [data-loading]'

/** Whose screen it is, and what it shows. */
export interface Watched {
  /** The key of the member's copy. */
  readonly copy: string
  readonly screen: string
  readonly queries: QueryClient
  readonly outbox: Outbox
}

/** Keeps a picture of the screen on the device whenever it has changed and nothing waits. Returns how to stop that. */
export function keepLastSeen({ copy, screen, queries, outbox }: Watched): () => void {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const take = () => {
    if (ended.signal.aborted || outbox.actions().length > 0 || !outbox.keeps()) return
    if (queries.isFetching({ predicate: keptForTheMember }) > 0 || !isPlain()) {
      // Nobody tells when a part of the app has come, or a dialog is closed.
      takeInTime()
      return
    }
    const until = shownUntil(queries)
    // An answer that is behind says no more than what was so before.
    const seen = lastSeen(until && Math.min(until, behindSince() ?? until))
    if (seen !== undefined) within(() => set(keyOfSeen(copy, screen), seen)).catch(() => undefined)
  }
  const takeInTime = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(take, { timeout: CALM }) : take()),
      CALM,
    )
  }
  const stopQueries = queries.getQueryCache().subscribe(takeInTime)
  const stopOutbox = outbox.subscribe(takeInTime)
  const takeWhenHidden = () => document.visibilityState === 'hidden' && take()
  document.addEventListener('visibilitychange', takeWhenHidden, { signal: ended.signal })
  takeInTime()
  return () => {
    ended.abort()
    clearTimeout(timer)
    stopQueries()
    stopOutbox()
  }
}

/** Nothing is open, searched, chosen (`data-chosen`) or missing (`data-broken`): the screen is as its address alone says. */
function isPlain(): boolean {
  const named = [...new URLSearchParams(location.search).keys()].some((name) => name !== 'tab')
  const inputs = document.querySelectorAll<HTMLInputElement>('main input')
  return !named && document.querySelector(NOT_PLAIN) === null && [...inputs].every(({ value }) => value === '')
}

/** @param at when what is shown was answered, in milliseconds */
function lastSeen(at: number | undefined): LastSeen | undefined {
  const { app } = document.documentElement.dataset
  const frame = document.getElementById('app')?.firstElementChild
  const picture = frame ? pictureOf(frame) : undefined
  if (picture === undefined || app === undefined || at === undefined) return undefined
  picture.querySelector('[data-status-line]')?.replaceChildren()
  const known = { isFetching: true, hasFailed: false, word: 'heard', at, behindSince: undefined } as const
  return {
    app,
    at,
    width: window.innerWidth,
    height: document.documentElement.scrollHeight,
    styles: [...document.querySelectorAll('link[rel="stylesheet"]')].flatMap((link) => link.getAttribute('href') ?? []),
    brand: brandOf(document.documentElement.style),
    markup: picture.outerHTML,
    lines: {
      online: lineOf(statusOf({ ...known, isOnline: true }, [])),
      offline: lineOf(statusOf({ ...known, isOnline: false }, [])),
    },
  }
}

function lineOf({ tone, words }: Status): string {
  const made = Object.assign(document.createElement('div'), { className: lineStyle(tone) })
  made.append(Object.assign(document.createElement('p'), { role: 'status', textContent: words }))
  return made.outerHTML
}

const brandOf = (style: CSSStyleDeclaration): string =>
  [...style]
    .filter((name) => name.startsWith('--brand'))
    .map((name) => `${name}:${style.getPropertyValue(name)};`)
    .join('')
