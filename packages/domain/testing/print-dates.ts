import { addDays, addYears, CivilDate, daysBetween, monthBounds, todayIn } from '../civil-date.ts'
import { instantOf } from '../instant.ts'
import { overlaps } from '../period.ts'

/** Prints what the date functions say in the time zone that this process was started in (`TZ`). */
const date = (text: string) => CivilDate.parse(text)
const changes = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-09-27', '2028-02-29'].map(
  date,
)

process.stdout.write(
  JSON.stringify({
    localTime: new Date(Date.UTC(2026, 5, 30, 12)).getHours(),
    before: changes.map((change) => addDays(change, -1)),
    after: changes.map((change) => addDays(change, 1)),
    across: changes.map((change) => daysBetween(addDays(change, -1), addDays(change, 1))),
    backToBack: changes.map((change) =>
      overlaps(
        { pickupDate: addDays(change, -2), dropoffDate: change },
        { pickupDate: change, dropoffDate: addDays(change, 2) },
      ),
    ),
    hire: daysBetween(date('2026-10-23'), date('2026-10-28')),
    skippedInApia: daysBetween(date('2011-12-29'), date('2011-12-31')),
    monthEnd: addDays(date('2026-04-30'), 1),
    leap: addYears(date('2024-02-29'), 10),
    march: monthBounds(2026, 2),
    today: todayIn('Europe/London', instantOf(Date.UTC(2026, 9, 24, 23, 0))),
  }),
)
