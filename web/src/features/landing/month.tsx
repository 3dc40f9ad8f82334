import { type Clash, covers, type Stay } from './diary.ts'
import styles from './month.module.css'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
/** A December that begins on a Monday, as 2025's does. */
const WEEKS = [0, 7, 14, 21, 28].map((before) => DAYS.map((_, index) => before + index + 1))

/** One vehicle's month: given days are filled, days asked for are outlined, a day wanted twice is struck. */
export function Month({ diary, clash }: { readonly diary: readonly Stay[]; readonly clash: Clash | undefined }) {
  return (
    <table className={styles.month}>
      <caption>December</caption>
      <thead>
        <tr>
          {DAYS.map((day) => (
            <th key={day} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKS.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day key={day} day={day} diary={diary} isStruck={clash?.day === day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({
  day,
  diary,
  isStruck,
}: {
  readonly day: number
  readonly diary: readonly Stay[]
  readonly isStruck: boolean
}) {
  if (day > 31) return <td />
  const given = givenOn(diary, day)
  const wanted = diary.find((stay) => !stay.isApproved && covers(stay, day))
  const named = isStruck ? wanted : (given ?? wanted)
  // A name stands where its days begin.
  const isFirst = isStruck || (named !== undefined && (!covers(named, day - 1) || givenOn(diary, day - 1) !== given))
  return (
    <td
      className={styles.day}
      data-given={given !== undefined || undefined}
      data-wanted={wanted !== undefined || undefined}
      data-struck={isStruck || undefined}
    >
      {day}
      {named !== undefined && isFirst && <span>{surname(named)}</span>}
    </td>
  )
}

const givenOn = (diary: readonly Stay[], day: number) => diary.find((stay) => stay.isApproved && covers(stay, day))

const surname = ({ name }: Stay) => name.split(' ').at(-1)
