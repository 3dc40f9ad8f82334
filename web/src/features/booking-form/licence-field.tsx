import { type ChangeEvent, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { BookingDraft } from './draft.ts'
import styles from './licence-field.module.css'
import { LICENCE_ACCEPT } from './licence-file.ts'
import { type Upload, useLicenceUpload } from './use-licence-upload.ts'

/** The driving licence: one file, uploaded as soon as it is chosen. Phones offer camera and pictures by themselves. */
export function LicenceField({
  licence,
  change,
}: {
  readonly licence: BookingDraft['licence']
  readonly change: (licence: BookingDraft['licence']) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { upload, start, cancel } = useLicenceUpload(change)

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen once more.
    event.target.value = ''
    if (file !== undefined) void start(file)
  }

  return (
    <fieldset className={styles.licence}>
      <legend>Driver's license</legend>
      <p id={`${id}-rule`} className={styles.rule}>
        PNG, JPG or PDF, at most 5 MB. Only the rental desk sees it.
      </p>
      <div className={styles.row}>
        <input
          ref={input}
          id={id}
          className={styles.file}
          type="file"
          accept={LICENCE_ACCEPT}
          onChange={choose}
          aria-invalid={upload.state === 'failed'}
          aria-describedby={`${id}-rule ${id}-state`}
        />
        <label htmlFor={id} className={styles.choose}>
          {licence === null ? "Upload driver's license" : 'Replace the file'}
        </label>
        {licence !== null && <Button onPress={() => change(null)}>Remove</Button>}
      </div>
      <div id={`${id}-state`} className={styles.state} aria-live="polite">
        <Standing upload={upload} licence={licence} onRetry={start} onCancel={cancel} />
      </div>
    </fieldset>
  )
}

/** What became of the file. */
function Standing({
  upload,
  licence,
  onRetry,
  onCancel,
}: {
  readonly upload: Upload
  readonly licence: BookingDraft['licence']
  readonly onRetry: (file: File) => Promise<void>
  readonly onCancel: () => void
}) {
  if (upload.state === 'sending') {
    return (
      <div className={styles.sending}>
        <p>Uploading {upload.fileName}</p>
        <progress value={upload.share} max={1} aria-label="Upload progress" />
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    )
  }
  return (
    <>
      {upload.state === 'failed' && (
        <div className={styles.failed}>
          <p>{upload.why}</p>
          {upload.file !== undefined && <Again file={upload.file} onRetry={onRetry} />}
        </div>
      )}
      {licence !== null && (
        <p className={styles.done}>
          <strong>License uploaded</strong> {licence.fileName}
        </p>
      )}
    </>
  )
}

function Again({ file, onRetry }: { readonly file: File; readonly onRetry: (file: File) => Promise<void> }) {
  return <Button onPress={() => void onRetry(file)}>Try again</Button>
}
