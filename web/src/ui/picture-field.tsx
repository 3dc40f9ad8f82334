import { LONGEST_UPLOAD } from '@forecourt/contracts/upload.ts'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { inWords, mayPass } from '../lib/api.ts'
import type { Sending } from '../lib/upload.ts'
import { useUnsaved } from '../offline/use-unsaved.ts'
import { Button } from './button.tsx'
import { useHeldOpen } from './held-open.ts'
import styles from './picture-field.module.css'
import { failureToast, toast } from './toast-queue.ts'

type Upload =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'failed'; readonly why: string; readonly file?: File }

/** Why a file is not even sent; undefined when it may be (specification section 5: one file, at most 5 MB). */
function refusalOf({ type, size }: Pick<File, 'type' | 'size'>, types: readonly string[]): string | undefined {
  if (!types.includes(type)) return 'Please choose a PNG, JPG or WebP picture.'
  if (size > LONGEST_UPLOAD) return 'The picture is larger than 5 MB.'
  return size === 0 ? 'The file is empty.' : undefined
}

/** What a picture is called where it is chosen. */
export interface PictureWords {
  readonly legend: string
  readonly choose: string
  readonly replace: string
  /** Toasts of a success and of a failure. */
  readonly done: string
  readonly failed: string
}

/** A picture that is uploaded as soon as it is chosen. */
export function PictureField({
  path,
  change,
  upload: uploadFile,
  types,
  words,
  error,
  children,
}: {
  readonly path: string | null
  readonly change: (path: string | null) => void
  /** Gives the path under which the picture is known from then on. */
  readonly upload: (file: File, sending: Sending) => Promise<string>
  readonly types: readonly string[]
  readonly words: PictureWords
  /** What is wrong with the picture that was chosen before. */
  readonly error?: string | undefined
  /** The picture as it is, where there is one. */
  readonly children: ReactNode
}) {
  const id = useId()
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const { mutateAsync: send } = useMutation({
    mutationFn: ({ file, ...options }: { file: File } & Sending) => uploadFile(file, options),
  })
  // On its way, or to be tried again.
  const isUnfinished = upload.state === 'sending' || (upload.state === 'failed' && upload.file !== undefined)
  useUnsaved(isUnfinished)
  useHeldOpen(isUnfinished)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File): Promise<void> {
    const refusal = refusalOf(file, types)
    if (refusal !== undefined) {
      setUpload({ state: 'failed', why: refusal })
      return
    }
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const report = (share: number) => {
      if (!control.signal.aborted) setUpload({ state: 'sending', share })
    }
    report(0)
    try {
      const stored = await send({ file, onProgress: report, signal: control.signal })
      if (control.signal.aborted) return
      setUpload({ state: 'none' })
      change(stored)
      toast(words.done)
    } catch (failure) {
      if (control.signal.aborted) return
      setUpload({
        state: 'failed',
        why: inWords(failure, 'The picture could not be uploaded. Please try again.'),
        ...(mayPass(failure) ? { file } : {}),
      })
      failureToast(words.failed)
    }
  }

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen once more.
    event.target.value = ''
    if (file !== undefined) void start(file)
  }

  const again = upload.state === 'failed' ? upload.file : undefined
  return (
    <fieldset className={styles.field}>
      <legend>{words.legend}</legend>
      {path !== null && children}
      <div className={styles.row}>
        <input
          id={id}
          className={styles.file}
          type="file"
          accept={types.join(',')}
          onChange={choose}
          aria-invalid={upload.state === 'failed' || error !== undefined}
          aria-describedby={`${id}-state`}
        />
        <label htmlFor={id} className={styles.choose}>
          {path === null ? words.choose : words.replace}
        </label>
        {path !== null && <Button onPress={() => change(null)}>Remove</Button>}
      </div>
      <div id={`${id}-state`} aria-live="polite">
        {upload.state === 'sending' && <progress value={upload.share} max={1} aria-label="Upload progress" />}
        {upload.state === 'none' && error !== undefined && <p className={styles.failed}>{error}</p>}
        {upload.state === 'failed' && <p className={styles.failed}>{upload.why}</p>}
        {again !== undefined && <Button onPress={() => void start(again)}>Try again</Button>}
      </div>
    </fieldset>
  )
}
