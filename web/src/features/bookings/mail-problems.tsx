import type { MailProblem } from '@forecourt/contracts/booking.ts'
import { dateOf } from '../../lib/dates.ts'
import styles from './mail-problems.module.css'
import { mailAdvice, mailWords } from './mail-words.ts'

/** Tells staff which mails about a booking did not arrive, and what to do. Nothing at all when there are none. */
export function MailProblems({
  problems,
  phone,
  timeZone,
}: {
  readonly problems: readonly MailProblem[]
  readonly phone: string | null
  readonly timeZone: string
}) {
  if (problems.length === 0) return null
  const advice = mailAdvice(problems, phone)
  return (
    <section
      className={styles.problems}
      data-final={problems.some(({ status }) => status === 'failed')}
      aria-label="Mails"
    >
      <ul>
        {problems.map((problem) => (
          <li key={problem.kind + problem.at}>
            {mailWords(problem)} <time dateTime={problem.at}>Last tried {dateOf(problem.at, timeZone)}.</time>
          </li>
        ))}
      </ul>
      {advice !== undefined && <p>{advice}</p>}
    </section>
  )
}
