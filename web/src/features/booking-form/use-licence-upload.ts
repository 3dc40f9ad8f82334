import { onlineManager } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { inWords, mayPass, NoAnswer } from '../../lib/api.ts'
import { smallerPicture } from '../../lib/smaller-picture.ts'
import { discard, seal, unseal } from '../../offline/sealed.ts'
import { useOnline } from '../../offline/use-online.ts'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { uploadLicence } from './api.ts'
import type { Counter } from './counter.ts'
import type { Licence } from './draft.ts'
import { fileRefusal, licenceType } from './licence-file.ts'
import { texts } from './texts.ts'

/**
 * Where an upload stands. A failed one keeps the file, so that it can be tried again, or kept until there is a network.
 * `isKept`: it is of the file that is on the device already, and stays there until the server has it.
 */
export type Upload =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly fileName: string; readonly share: number; readonly isKept: boolean }
  | {
      readonly state: 'failed'
      readonly why: string
      readonly file?: File
      readonly canWait?: boolean
      readonly isKept?: boolean
    }

const NOTHING: Upload = { state: 'none' }

/** A kept file that a server in trouble did not take is sent again after so many milliseconds, and each time after twice as many. */
const SEND_AGAIN = 15_000
/** At most after so many: it may be megabytes, and whoever stands in the same hall has the same address. */
const SEND_AGAIN_AT_MOST = 600_000

/** A network that is back within so many milliseconds was never away for what is on its way. */
const FLICKER = 3_000

/**
 * Uploads a chosen licence and hands it over. Without a network it is kept on the device, sealed, and uploaded as soon as
 * there is one; it may be nowhere else, so that it stays until the server has it, or will never take it. One that is on its
 * way when the network goes is kept likewise.
 * @param isSent the form is being sent or put aside, and its licence with it: an upload that began now would take the file
 * from what was put aside
 */
export function useLicenceUpload(
  licence: Licence | null,
  change: (licence: Licence | null) => void,
  { owner, keepFor }: Pick<Counter, 'owner' | 'keepFor'>,
  isSent: boolean,
) {
  const [upload, setUpload] = useState<Upload>(NOTHING)
  const running = useRef<AbortController>(undefined)
  const chosen = useRef<File>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const isOnline = useOnline()
  const sealed = licence?.where === 'device' ? licence : undefined

  const hand = (next: Licence | null) => {
    if (sealed !== undefined) void discard(sealed.id)
    change(next)
  }

  /** Sends the file until that is aborted, a large photograph in fewer bytes; what comes of it is said and, on success, handed over. */
  async function send(
    file: Blob,
    {
      control = new AbortController(),
      fileName,
      isKept = false,
      isQuiet = false,
    }: { control?: AbortController; fileName: string; isKept?: boolean; isQuiet?: boolean },
    otherwise: (error: unknown) => void,
  ): Promise<void> {
    running.current?.abort()
    running.current = control
    const { signal } = control
    const onProgress = (share: number) => {
      if (!signal.aborted && !isQuiet) setUpload({ state: 'sending', fileName, share, isKept })
    }
    onProgress(0)
    try {
      const content = await smallerPicture(file)
      if (signal.aborted) return
      const path = await uploadLicence({ content, contentType: content.type }, { onProgress, signal })
      if (signal.aborted) return
      setUpload(NOTHING)
      hand({ where: 'server', id: path, fileName, since: Date.now() })
      toast(texts.licenceUploaded.title, texts.licenceUploaded.description)
    } catch (error) {
      if (!signal.aborted) otherwise(error)
    }
  }

  const fail = (error: unknown, more: { readonly file?: File; readonly canWait?: boolean } = {}) => {
    const refused = fileRefusal(error)
    if (refused !== undefined) setUpload({ state: 'failed', why: refused })
    else setUpload({ state: 'failed', why: inWords(error, texts.uploadError.description), ...more })
    failureToast(texts.uploadError.title, texts.uploadError.description)
  }

  async function start(file: File): Promise<void> {
    const checked = licenceType(file)
    chosen.current = file
    if ('refused' in checked) return setUpload({ state: 'failed', why: checked.refused })
    if (!onlineManager.isOnline()) return await keepHere(file)
    const content = new Blob([file], { type: checked.contentType })
    await send(content, { fileName: file.name }, (error) => {
      const canWait = error instanceof NoAnswer
      if (canWait && !onlineManager.isOnline()) void keepHere(file)
      else fail(error, { ...(mayPass(error) ? { file } : {}), canWait })
    })
  }

  async function keepHere(file: File): Promise<void> {
    const checked = licenceType(file)
    if ('refused' in checked) return
    running.current?.abort()
    chosen.current = file
    try {
      const content = await smallerPicture(new Blob([file], { type: checked.contentType }))
      // Another one was chosen meanwhile.
      if (chosen.current !== file) return
      const sealedId = await seal(owner, content, keepFor)
      if (chosen.current !== file) return await discard(sealedId)
      setUpload(NOTHING)
      hand({ where: 'device', id: sealedId, fileName: file.name, since: Date.now() })
    } catch {
      if (chosen.current === file) setUpload({ state: 'failed', why: texts.noRoom, file })
    }
  }

  /** A kept file is uploaded as soon as there is a network; while what is wrong may pass, it stays kept. */
  async function sendKept(
    kept: string,
    how: { readonly fileName: string; readonly control: AbortController; readonly isQuiet: boolean },
  ): Promise<void> {
    let content: Blob | undefined
    try {
      content = await unseal(kept)
    } catch {
      // A device that does not answer now may do so the next time.
      if (!how.control.signal.aborted) setUpload(NOTHING)
      return
    }
    if (how.control.signal.aborted) return
    if (content === undefined) {
      hand(null)
      return setUpload({ state: 'failed', why: texts.licenceGone })
    }
    await send(content, { ...how, isKept: true }, (error) => {
      if (mayPass(error)) {
        return setUpload({ state: 'failed', why: inWords(error, texts.uploadError.description), isKept: true })
      }
      hand(null)
      fail(error)
    })
  }
  const latest = useRef({ sendKept, keepHere })
  useEffect(() => {
    latest.current = { sendKept, keepHere }
  })
  const id = sealed?.id
  const fileName = sealed?.fileName ?? ''
  const isChosen = upload.state !== 'none' && upload.isKept !== true
  // Whoever has chosen another file sees to that one first.
  const isTrying = isOnline && id !== undefined && !isSent && !isChosen
  // What is tried again by itself is so without a word: somebody may be typing, and the page would move.
  const [attempt, setAttempt] = useState<{ readonly quietly?: string | undefined }>({})
  const tries = useRef(0)
  useEffect(() => {
    if (!isTrying) return undefined
    const control = new AbortController()
    void latest.current.sendKept(id, { fileName, control, isQuiet: attempt.quietly === id })
    return () => control.abort()
  }, [isTrying, id, fileName, attempt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file begins anew
  useEffect(() => {
    tries.current = 0
  }, [id])
  useEffect(() => {
    if (upload.state !== 'failed' || upload.isKept !== true) return undefined
    const pause = Math.min(SEND_AGAIN * 2 ** tries.current, SEND_AGAIN_AT_MOST)
    const timer = setTimeout(
      () => {
        tries.current += 1
        setAttempt({ quietly: id })
      },
      // Phones that failed together do not come back together.
      pause * (0.75 + Math.random() / 2),
    )
    return () => clearTimeout(timer)
  }, [upload, id])

  const isOnItsWay = isChosen && upload.state === 'sending'
  useUnsaved(isOnItsWay || (upload.state === 'failed' && upload.file !== undefined))
  useEffect(() => {
    if (isOnline || !isOnItsWay) return undefined
    const timer = setTimeout(() => {
      if (chosen.current !== undefined) void latest.current.keepHere(chosen.current)
    }, FLICKER)
    return () => clearTimeout(timer)
  }, [isOnline, isOnItsWay])

  const cancel = () => {
    running.current?.abort()
    chosen.current = undefined
    setUpload(NOTHING)
  }
  const retry = () => {
    tries.current = 0
    if (upload.state === 'failed' && upload.file !== undefined) void start(upload.file)
    else setAttempt({})
  }
  return {
    // What became of the kept file is said while it can be sent.
    upload: isChosen || isTrying ? upload : NOTHING,
    start,
    retry,
    keepHere,
    cancel,
    remove: () => hand(null),
  }
}
