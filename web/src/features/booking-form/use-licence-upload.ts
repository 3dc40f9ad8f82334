import { onlineManager } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { inWords, mayPass, NoAnswer } from '../../lib/api.ts'
import { smallerPicture } from '../../lib/smaller-picture.ts'
import { discard, seal, unseal } from '../../offline/sealed.ts'
import { useOnline } from '../../offline/use-online.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { uploadLicence } from './api.ts'
import type { Counter } from './counter.ts'
import type { Licence } from './draft.ts'
import { fileRefusal, licenceType } from './licence-file.ts'
import { texts } from './texts.ts'

/** Where an upload stands. A failed one keeps the file, so that it can be tried again, or kept until there is a network. */
export type Upload =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly fileName: string; readonly share: number }
  | { readonly state: 'failed'; readonly why: string; readonly file?: File; readonly canWait?: boolean }

/**
 * Uploads a chosen licence and hands it over. Without a network it is kept on the device, sealed, and uploaded as soon as
 * there is one.
 * @param isSent the form is being sent or put aside, and its licence with it: an upload that began now would take the file
 * from what was put aside
 */
export function useLicenceUpload(
  licence: Licence | null,
  change: (licence: Licence | null) => void,
  { owner, keepFor }: Pick<Counter, 'owner' | 'keepFor'>,
  isSent: boolean,
) {
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const running = useRef<AbortController>(undefined)
  const chosen = useRef<File>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const isOnline = useOnline()
  const sealed = licence?.where === 'device' ? licence : undefined

  const hand = (next: Licence | null) => {
    if (sealed !== undefined) void discard(sealed.id)
    change(next)
  }

  /** Sends the file, a large photograph in fewer bytes; what comes of it is said and, on success, handed over. */
  async function send(file: Blob, fileName: string, otherwise: (error: unknown) => void): Promise<void> {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const { signal } = control
    const onProgress = (share: number) => {
      if (!signal.aborted) setUpload({ state: 'sending', fileName, share })
    }
    onProgress(0)
    try {
      const content = await smallerPicture(file)
      if (signal.aborted) return
      const path = await uploadLicence({ content, contentType: content.type }, { onProgress, signal })
      if (signal.aborted) return
      setUpload({ state: 'none' })
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
    await send(content, file.name, (error) =>
      fail(error, { ...(mayPass(error) ? { file } : {}), canWait: error instanceof NoAnswer }),
    )
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
      setUpload({ state: 'none' })
      hand({ where: 'device', id: sealedId, fileName: file.name, since: Date.now() })
    } catch {
      setUpload({ state: 'failed', why: texts.noRoom, file })
    }
  }

  /** A kept file is uploaded as soon as there is a network; without an answer it stays kept. */
  async function sendKept(kept: string, fileName: string): Promise<void> {
    let content: Blob | undefined
    try {
      content = await unseal(kept)
    } catch {
      // A device that does not answer now may do so the next time.
      return
    }
    if (content === undefined) {
      hand(null)
      return setUpload({ state: 'failed', why: texts.licenceGone })
    }
    await send(content, fileName, (error) => {
      setUpload({ state: 'none' })
      if (error instanceof NoAnswer) return
      hand(null)
      fail(error)
    })
  }
  const latest = useRef(sendKept)
  useEffect(() => {
    latest.current = sendKept
  })
  const id = sealed?.id
  const fileName = sealed?.fileName ?? ''
  useEffect(() => {
    if (isOnline && id !== undefined && !isSent) void latest.current(id, fileName)
    return () => {
      running.current?.abort()
      setUpload((before) => (before.state === 'sending' ? { state: 'none' } : before))
    }
  }, [isOnline, id, fileName, isSent])

  const cancel = () => {
    running.current?.abort()
    setUpload({ state: 'none' })
  }
  return { upload, start, keepHere, cancel, remove: () => hand(null) }
}
