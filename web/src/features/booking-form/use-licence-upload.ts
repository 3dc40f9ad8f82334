import { useEffect, useRef, useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { uploadLicence } from './api.ts'
import type { BookingDraft } from './draft.ts'
import { licenceType } from './licence-file.ts'
import { texts } from './texts.ts'

/** Where an upload stands. A failed one keeps the file, so that it can be tried again. */
export type Upload =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly fileName: string; readonly share: number }
  | { readonly state: 'failed'; readonly why: string; readonly file: File | undefined }

/** Uploads a chosen licence and hands its path over. */
export function useLicenceUpload(change: (licence: BookingDraft['licence']) => void) {
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File): Promise<void> {
    const checked = licenceType(file)
    if ('refused' in checked) return setUpload({ state: 'failed', why: checked.refused, file: undefined })
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const report = (share: number) => {
      if (!control.signal.aborted) setUpload({ state: 'sending', fileName: file.name, share })
    }
    report(0)
    try {
      const path = await uploadLicence(
        { content: file, contentType: checked.contentType },
        { onProgress: report, signal: control.signal },
      )
      if (control.signal.aborted) return
      setUpload({ state: 'none' })
      change({ path, fileName: file.name, uploadedAt: Date.now() })
      toast(texts.licenceUploaded.title, texts.licenceUploaded.description)
    } catch (error) {
      if (control.signal.aborted) return
      setUpload({ state: 'failed', why: inWords(error, texts.uploadError.description), file })
      failureToast(texts.uploadError.title, texts.uploadError.description)
    }
  }

  const cancel = () => {
    running.current?.abort()
    setUpload({ state: 'none' })
  }
  return { upload, start, cancel }
}
