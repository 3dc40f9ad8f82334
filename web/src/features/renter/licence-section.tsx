import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { type ChangeEvent, useState } from 'react'
import { replaceMyLicence } from './api.ts'
import { isLicenceWanted, licenceInWords } from './model.ts'
import styles from './renter-page.module.css'
import { useSending } from './use-sending.ts'

/** The licence, while there is something to do about it: another picture for one that was refused, or is to be better. */
export function LicenceSection({
  booking: { licence, status },
  isConnected,
  onChanged,
}: {
  readonly booking: RenterBooking
  readonly isConnected: boolean
  readonly onChanged: () => Promise<void>
}) {
  const { isSending, problem, run, anew } = useSending(
    'The picture could not be sent. Please try again.',
    onChanged,
    false,
  )
  const [wrong, setWrong] = useState<string>()
  const [isSent, setSent] = useState(false)
  const isWanted = isLicenceWanted(licence)
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    // The one that arrived was refused as well.
    if (isWanted) setSent(false)
  }
  if (status !== 'pending' || !licence.mayReplace) return null

  const take = async (file: File) => {
    anew()
    setSent(false)
    const { licenceType, fileRefusal } = await import('../booking-form/licence-file.ts')
    const checked = licenceType(file)
    setWrong('refused' in checked ? checked.refused : undefined)
    if ('refused' in checked) return
    await run(async (key) => {
      const [{ uploadLicence }, { smallerPicture }] = await Promise.all([
        import('../booking-form/api.ts'),
        import('../../lib/smaller-picture.ts'),
      ])
      const content = await smallerPicture(new Blob([file], { type: checked.contentType }))
      const path = await uploadLicence({ content, contentType: content.type }).catch((error: unknown) => {
        const refused = fileRefusal(error)
        if (refused === undefined) throw error
        setWrong(refused)
        return undefined
      })
      if (path === undefined) return
      await replaceMyLicence(path, key)
      setSent(true)
      await onChanged()
    })
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // So that the same file can be chosen once more.
    target.value = ''
    if (file !== undefined) void take(file)
  }
  return (
    <section className={styles.part} data-act={isWanted || undefined} aria-labelledby="licence">
      <h2 id="licence">Driving licence</h2>
      <p>{licenceInWords(licence)}</p>
      <div className={styles.upload}>
        <input
          id="licence-file"
          type="file"
          accept="image/png,image/jpeg,application/pdf"
          disabled={!isConnected || isSending}
          onChange={choose}
          aria-describedby="licence-rule licence-wrong"
          aria-invalid={wrong !== undefined}
        />
        <label htmlFor="licence-file">{isSending ? 'Sending…' : 'Send another picture'}</label>
        <p id="licence-rule" className={styles.quiet}>
          {isConnected
            ? 'PNG, JPG or PDF, at most 5 MB. Only the rental desk sees it.'
            : 'Sending it needs a connection.'}
        </p>
      </div>
      <p id="licence-wrong" role="alert" className={styles.wrong}>
        {wrong ?? problem}
      </p>
      <p role="status">{isSent && 'Your picture has arrived. It is looked at again.'}</p>
    </section>
  )
}
