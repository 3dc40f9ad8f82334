import type pg from 'pg'
import { first } from './check.ts'

/** So often the database is asked: the answer that was there soonest tells most. */
const TIMES = 5

/**
 * How far the database's clock is from this machine's, in milliseconds: its time is held against the middle between question
 * and answer, as NTP does. On a connection that is open: to open one takes longer than everything else, and before it is open
 * nobody looks at a clock.
 */
export async function clockDifference(pool: pg.Pool, now: () => Date): Promise<number> {
  const client = await pool.connect()
  try {
    const looks: Look[] = []
    for (let time = 0; time < TIMES; time += 1) looks.push(await look(client, now))
    const soonest = Math.min(...looks.map(({ took }) => took))
    return Math.min(...looks.filter(({ took }) => took === soonest).map(({ difference }) => difference))
  } finally {
    client.release()
  }
}

/** One look at both clocks, in milliseconds. */
interface Look {
  readonly took: number
  readonly difference: number
}

async function look(client: pg.ClientBase, now: () => Date): Promise<Look> {
  const asked = now().getTime()
  const there = await first(client.query<{ now: Date }>('select clock_timestamp() as now'))
  const answered = now().getTime()
  return {
    took: answered - asked,
    difference: Math.round(Math.abs(there.now.getTime() - (asked + answered) / 2)),
  }
}
