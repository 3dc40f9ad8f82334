import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { useEffect, useRef, useState } from 'react'
import { NativeButton } from '../../ui/native-button.tsx'
import { cancelMyBooking } from './api.ts'
import { cancellingOf } from './model.ts'
import styles from './renter-page.module.css'
import { useSending } from './use-sending.ts'

/** Asks to cancel, behind a question that says what will happen. */
export function CancelSection({
  booking,
  isConnected,
  onChanged,
}: {
  readonly booking: RenterBooking
  readonly isConnected: boolean
  readonly onChanged: () => Promise<void>
}) {
  const [asking, setAsking] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  const { isSending, problem, run } = useSending('It could not be cancelled.', onChanged)
  useEffect(() => {
    if (asking) question.current?.focus()
  }, [asking])
  const way = cancellingOf(booking)
  const heading = useRef<HTMLHeadingElement>(null)
  const isTooLate = way === undefined && problem !== undefined
  // The button that was pressed is gone, and with it where a keyboard was.
  useEffect(() => {
    if (isTooLate) heading.current?.focus()
  }, [isTooLate])
  // Too late: nothing else of the page says so.
  if (way === undefined && problem === undefined) return null

  const cancel = () =>
    run(async (key) => {
      await cancelMyBooking(key)
      setAsking(false)
      await onChanged()
    })
  return (
    <section className={styles.part} aria-labelledby="cancel">
      <h2 id="cancel" ref={heading} tabIndex={-1}>
        Change of plans?
      </h2>
      {way === undefined ? null : asking ? (
        <>
          <p ref={question} tabIndex={-1} className={styles.question}>
            {way.question}
          </p>
          <div className={styles.ways}>
            <NativeButton aria-disabled={isSending} onClick={() => !isSending && setAsking(false)}>
              Keep it
            </NativeButton>
            <NativeButton aria-disabled={!isConnected || isSending} onClick={() => isConnected && void cancel()}>
              {isSending ? 'Sending…' : way.yes}
            </NativeButton>
          </div>
        </>
      ) : (
        <div className={styles.ways}>
          <NativeButton aria-disabled={!isConnected} onClick={() => isConnected && setAsking(true)}>
            {way.button}
          </NativeButton>
        </div>
      )}
      {way !== undefined && !isConnected && <p className={styles.quiet}>Cancelling needs a connection.</p>}
      {problem !== undefined && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
    </section>
  )
}
