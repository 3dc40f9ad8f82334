import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useContext, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { ApiError, inWords } from '../../lib/api.ts'
import type { Begun } from '../../lib/on-top-of.ts'
import { noteAccepted } from '../../offline/outbox/unseen.ts'
import { TypedBeside, useTyped } from '../../offline/typed.ts'
import { isSessionOf } from '../../offline/whose-session.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { undoToast } from '../../ui/undo-toast.ts'
import { currentUser } from '../account/api.ts'
import { tellPortals } from '../business/tell-portals.ts'
import { businessSettings, saveSettings } from './api.ts'
import {
  type Complaints,
  complaintsOf,
  decided,
  draftOf,
  type Field,
  leftAfter,
  onTopOf,
  readDraft,
  SettingsDraft,
} from './model.ts'

const Kept = z.object({ typed: SettingsDraft, from: SettingsDraft })

/** Others may save between two of one's own tries: not for ever. */
const TRIES = 3

/** What is said when both have changed the same. */
const CHOOSE = 'Somebody has saved something else meanwhile. Choose whose it is to be before you save.'

export type SettingsForm = ReturnType<typeof useSettingsForm>

/**
 * The settings form. What is typed is kept on the device until the server has taken it; what others save meanwhile is seen
 * in the fields that were left alone, and where both have changed one it is chosen whose it is to be.
 * @param settings as they are saved
 */
export function useSettingsForm(settings: BusinessSettings) {
  const queries = useQueryClient()
  const copy = useContext(TypedBeside)
  const { draft: kept, keep } = useTyped('settings', 'business', Kept)
  const form = useRef<HTMLFormElement>(null)
  const saved = draftOf(settings)
  const { draft, overtaken, begunOn, changed } = onTopOf(saved, kept ?? { typed: saved, from: saved })
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  // What was typed a moment ago, also before it is shown: an upload that ends hands over a logo alone.
  const latest = useRef<Begun<SettingsDraft>>({ typed: draft, from: begunOn })
  /** What is in the way is to have the focus, as soon as it is shown: what others have saved is shown a moment later. */
  const isStopped = useRef(false)
  useEffect(() => {
    latest.current = { typed: draft, from: begunOn }
    if (isStopped.current) turnToObstacle()
  })

  function turnToObstacle(): void {
    const obstacle = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-overtaken]')
    if (obstacle == null) return
    isStopped.current = false
    obstacle.focus()
  }

  function hold(next: Begun<SettingsDraft>): void {
    latest.current = next
    void keep(onTopOf(saved, next).changed.length === 0 ? undefined : next)
  }

  function forgive(fields: readonly string[]): void {
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))))
    setTrouble(undefined)
    isStopped.current = false
  }

  /** Shows what is in the way, and puts the focus on the first of it. */
  function complain(complaints: Complaints, sentence?: string): void {
    flushSync(() => {
      setWrong(complaints)
      setTrouble(sentence)
    })
    isStopped.current = true
    turnToObstacle()
  }

  /**
   * Saves what was typed, over what is saved by now: what others have saved meanwhile elsewhere is kept.
   * @returns what is stored by now; undefined when something has to be chosen or mended first
   */
  async function store(seen: BusinessSettings, tries: number): Promise<BusinessSettings | undefined> {
    const merged = onTopOf(draftOf(seen), latest.current)
    if (merged.overtaken.length > 0) {
      complain({}, CHOOSE)
      return undefined
    }
    const read = readDraft(merged.draft, seen)
    if ('wrong' in read) {
      complain(read.wrong)
      return undefined
    }
    try {
      const stored = await saveSettings(read.settings)
      const left = leftAfter(merged.draft, latest.current.typed, draftOf(stored))
      // Somebody else is there by now, of another business perhaps. What was typed is forgotten where it was kept.
      if (copy === undefined || !isSessionOf(queries, copy)) {
        void keep(undefined)
        return undefined
      }
      const { queryKey } = businessSettings()
      queries.setQueryData(queryKey, stored)
      noteAccepted({ effects: [{ queryKey, fold: () => stored }] })
      if (left !== undefined) latest.current = left
      void keep(left)
      return stored
    } catch (error) {
      const isOvertaken = error instanceof ApiError && error.problem?.code === 'settings-changed'
      if (!isOvertaken || tries <= 1) throw error
      return await store(await queries.fetchQuery({ ...businessSettings(), staleTime: 0 }), tries - 1)
    }
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (sending || onTopOf(saved, latest.current).changed.length === 0) return
    setWrong({})
    setTrouble(undefined)
    setSending(true)
    try {
      if ((await store(settings, TRIES)) === undefined) return
      toast('Settings saved')
      tellPortals()
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['admin'] }),
        queries.invalidateQueries({ queryKey: currentUser().queryKey }),
      ])
    } catch (error) {
      const reason = inWords(error, 'Please try again.')
      failureToast('Failed to save the settings', reason)
      complain(error instanceof ApiError ? complaintsOf(error.problem?.errors ?? []) : {}, reason)
      isStopped.current = false
    } finally {
      setSending(false)
    }
  }

  return {
    form,
    settings,
    saved,
    draft,
    wrong,
    trouble,
    sending,
    /** The fields that are not saved yet. */
    changed,
    /** Of those, the ones that somebody else has changed too. */
    overtaken,
    edit: (part: Partial<SettingsDraft>) => {
      forgive(Object.keys(part))
      hold({ ...latest.current, typed: { ...latest.current.typed, ...part } })
    },
    decide: (field: Field, whose: 'mine' | 'theirs') => {
      forgive([field])
      hold(decided(latest.current, saved, field, whose))
    },
    submit,
    discard: () => {
      const before = latest.current
      setWrong({})
      setTrouble(undefined)
      void keep(undefined)
      undoToast('Your changes are discarded', () => void keep(before))
    },
  }
}
