import { useState } from 'react'
import buttons from './button.module.css'
import { approve, type Clash, DIARY, stayInWords } from './diary.ts'
import { Month } from './month.tsx'
import styles from './try-it.module.css'

/** A key tag with a vehicle's month on it, and two requests to decide: one of them cannot be approved. */
export function TryIt() {
  const [diary, setDiary] = useState(DIARY)
  const [clash, setClash] = useState<Clash>()
  const [said, setSaid] = useState('')

  const decide = (name: string) => {
    const outcome = approve(diary, name)
    if ('day' in outcome) {
      setClash(outcome)
      setSaid(`Refused: ${outcome.has.name} has ${outcome.day} December. A car is never given to two people.`)
      return
    }
    setDiary(outcome)
    setClash(undefined)
    setSaid(`Approved: the days are ${name}’s, and the confirmation is on its way.`)
  }

  return (
    <section className={styles.tag} aria-label="Try to book a car twice">
      <p className={styles.car}>
        <span className={styles.plate}>HB24 VLV</span> Volvo V60
      </p>
      <Month diary={diary} clash={clash} />
      <ul className={styles.requests}>
        {diary.map((stay) => (
          <li key={stay.name} data-refused={clash?.wanted === stay.name || undefined}>
            <span className={styles.who}>
              <strong>{stay.name}</strong> <span>{stayInWords(stay)}</span>
            </span>
            {stay.isApproved ? (
              <span className={styles.approved}>Approved</span>
            ) : (
              <button
                type="button"
                className={buttons.button}
                onClick={() => decide(stay.name)}
                aria-label={`Approve ${stay.name}`}
              >
                Approve
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.said} role="status" data-refused={clash !== undefined || undefined}>
        {said === '' ? 'Rhys and Priya both want the 10th. Go on, approve him.' : said}
      </p>
    </section>
  )
}
