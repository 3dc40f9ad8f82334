import { LONGEST_UPLOAD, UPLOAD_TYPES } from '@forecourt/contracts/upload.ts'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { type Sending, uploadPicture } from './api.ts'
import styles from './picture-field.module.css'

const TYPES = UPLOAD_TYPES['vehicle-image']

type Upload =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'failed'; readonly why: string; readonly file?: File }

/** Why a file is not even sent; undefined when it may be (specification section 5: one file, at most 5 MB). */
function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return 'Please choose a PNG, JPG or WebP picture.'
  if (size > LONGEST_UPLOAD) return 'The picture is larger than 5 MB.'
  return size === 0 ? 'The file is empty.' : undefined
}

/** The vehicle's picture, uploaded as soon as it is chosen. */
export function PictureField({
  path,
  change,
}: {
  readonly path: string | null
  readonly change: (path: string | null) => void
}) {
  const id = useId()
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const { mutateAsync: send } = useMutation({
    mutationFn: ({ file, ...options }: { file: File } & Sending) => uploadPicture(file, options),
  })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File): Promise<void> {
    const refusal = refusalOf(file)
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
      toast('Vehicle image uploaded successfully')
    } catch (error) {
      if (control.signal.aborted) return
      setUpload({ state: 'failed', why: inWords(error, 'The picture could not be uploaded. Please try again.'), file })
      failureToast('Failed to process image upload')
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
      <legend>Picture (optional)</legend>
      {path !== null && (
        <img className={styles.picture} src={`${path}?w=320`} alt="The vehicle" width={160} height={100} />
      )}
      <div className={styles.row}>
        <input
          id={id}
          className={styles.file}
          type="file"
          accept={TYPES.join(',')}
          onChange={choose}
          aria-invalid={upload.state === 'failed'}
          aria-describedby={`${id}-state`}
        />
        <label htmlFor={id} className={styles.choose}>
          {path === null ? 'Upload a picture' : 'Replace the picture'}
        </label>
        {path !== null && <Button onPress={() => change(null)}>Remove</Button>}
      </div>
      <div id={`${id}-state`} aria-live="polite">
        {upload.state === 'sending' && <progress value={upload.share} max={1} aria-label="Upload progress" />}
        {upload.state === 'failed' && <p className={styles.failed}>{upload.why}</p>}
        {again !== undefined && <Button onPress={() => void start(again)}>Try again</Button>}
      </div>
    </fieldset>
  )
}
