import { type ChangeEvent, useId, useState } from 'react'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { LICENCE_ACCEPT, licenceType } from '../booking-form/licence-file.ts'
import { texts } from '../booking-form/texts.ts'
import { attachPaper } from './actions.ts'
import styles from './contract-part.module.css'

/**
 * Takes a contract that was signed on paper: a picture or a scan, by the rules of a licence. It is sealed on this device
 * until the server has it.
 */
export function PaperField({
  id,
  customer,
  owner,
  isAnother,
}: {
  readonly id: string
  readonly customer: string
  readonly owner: string
  /** There is one already: another takes its place. */
  readonly isAnother: boolean
}) {
  const { perform } = useOutbox()
  const field = useId()
  const [wrong, setWrong] = useState<string>()

  const take = async (file: File) => {
    const checked = licenceType(file)
    if ('refused' in checked) return setWrong(checked.refused)
    setWrong(undefined)
    try {
      const { keptWith, sealPaper } = await import('./waiting-papers.ts')
      const sealed = await sealPaper(owner, file, checked.contentType)
      const label = `Upload the signed contract of ${customer}`
      await keptWith(sealed, perform(attachPaper, { id, sealed }, { label }))
    } catch {
      setWrong(texts.noRoom)
    }
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // So that the same file can be chosen once more.
    target.value = ''
    if (file !== undefined) void take(file)
  }
  return (
    <div className={styles.paper}>
      <input
        id={field}
        className={styles.file}
        type="file"
        accept={LICENCE_ACCEPT}
        onChange={choose}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${field}-rule ${field}-wrong`}
      />
      <label htmlFor={field}>{isAnother ? 'Upload another' : 'Upload a signed paper'}</label>
      <p id={`${field}-rule`} className={styles.rule}>
        PNG, JPG or PDF, at most 5 MB.
      </p>
      <p id={`${field}-wrong`} role="alert" className={styles.wrong}>
        {wrong}
      </p>
    </div>
  )
}
