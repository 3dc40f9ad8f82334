import { type ChangeEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Counter } from './counter.ts'
import type { Licence } from './draft.ts'
import styles from './licence-field.module.css'
import { LICENCE_ACCEPT } from './licence-file.ts'
import { texts } from './texts.ts'
import type { Upload, useLicenceUpload } from './use-licence-upload.ts'

/** The driving licence: one file, uploaded as soon as it is chosen. Phones offer camera and pictures by themselves. */
export function LicenceField({
  licence,
  device,
  isSent,
  uploading: { upload, start, retry, keepHere, cancel, remove },
}: {
  readonly licence: Licence | null
  readonly device: Counter['device']
  /** The form is being sent or put aside, with the licence that it has. */
  readonly isSent: boolean
  readonly uploading: ReturnType<typeof useLicenceUpload>
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const standing = useRef<HTMLDivElement>(null)
  // A kept file is sent by itself, perhaps while somebody types elsewhere.
  const byHand = upload.state !== 'none' && upload.isKept !== true ? upload.state : 'none'
  useEffect(() => {
    // On a phone the price bar would stand over it. At once: whoever presses the button of that bar as soon as the file is there
    // does not do so on a page that is still moving.
    if (byHand !== 'none') standing.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [byHand])

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
          disabled={isSent}
          aria-invalid={upload.state === 'failed' && upload.isKept !== true}
          aria-describedby={`${id}-rule ${id}-state`}
        />
        <label htmlFor={id} className={styles.choose}>
          {licence === null ? "Upload driver's license" : 'Replace the file'}
        </label>
        {licence !== null && (
          <Button isDisabled={isSent} onPress={remove}>
            Remove
          </Button>
        )}
      </div>
      <div ref={standing} id={`${id}-state`} className={styles.state} aria-live="polite">
        <Standing
          upload={upload}
          licence={licence}
          device={device}
          onRetry={retry}
          onKeep={(file) => void keepHere(file)}
          onCancel={cancel}
          onChoose={() => input.current?.click()}
        />
      </div>
    </fieldset>
  )
}

/** What became of the file. */
function Standing({
  upload,
  licence,
  device,
  onRetry,
  onKeep,
  onCancel,
  onChoose,
}: {
  readonly upload: Upload
  readonly licence: Licence | null
  readonly device: Counter['device']
  readonly onRetry: () => void
  readonly onKeep: (file: File) => void
  readonly onCancel: () => void
  /** Lets another file be chosen. */
  readonly onChoose: () => void
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
  const file = upload.state === 'failed' ? upload.file : undefined
  return (
    <>
      {upload.state === 'failed' && (
        <div className={styles.failed}>
          <p>{upload.why}</p>
          <div className={styles.ways}>
            {file === undefined && upload.isKept !== true ? (
              <Button onPress={onChoose}>{texts.anotherFile}</Button>
            ) : (
              <Button onPress={onRetry}>Try again</Button>
            )}
            {file !== undefined && upload.canWait === true && (
              <Button onPress={() => onKeep(file)}>{texts.keepHere(device)}</Button>
            )}
          </div>
        </div>
      )}
      {licence !== null && (
        <p className={styles.done}>
          <strong>{licence.where === 'server' ? 'License uploaded' : `License kept on this ${device}`}</strong>{' '}
          {licence.fileName}
        </p>
      )}
      {licence?.where === 'device' && <p className={styles.rule}>{texts.keptHere(device)}</p>}
    </>
  )
}
