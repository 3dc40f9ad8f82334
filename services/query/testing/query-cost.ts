import { z } from 'zod'
import { questionOf, type Read } from '../reading/reads.ts'
import type { Tenant } from './rental.ts'
import type { World } from './world.ts'

const Plan = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans(): z.ZodOptional<z.ZodArray<typeof Plan>> {
    return z.array(Plan).optional()
  },
})
type Plan = z.infer<typeof Plan>
const Explained = z.tuple([z.object({ Plan, 'Execution Time': z.number() })])

/** Rows that the plan's nodes have handed on, all together. */
function rowsOf(plan: Plan): number {
  return plan['Actual Rows'] * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)
}

/**
 * Clears away every row that is dead and counts the others anew, so that what a query costs follows from what is there alone:
 * dead rows are pages more, and let the planner choose another way. One `vacuum` leaves what some older transaction may
 * still see, and autovacuum's own are such: it is repeated until there is none. Waits as long as the test may take.
 */
export async function vacuum({ pool }: World): Promise<void> {
  for (let dead = true; dead; ) {
    // By itself it leaves an index alone when few of its rows are dead.
    await pool.query('vacuum (analyze, index_cleanup on)')
    const { rowCount } = await pool.query(
      `select from pg_stat_user_tables where schemaname = 'read' and n_dead_tup > 0`,
    )
    dead = rowCount !== 0
  }
}

/** What a query has cost: rows that the plan's nodes have handed on, blocks that were looked at, milliseconds. */
export interface QueryCost {
  readonly rows: number
  readonly blocks: number
  readonly milliseconds: number
}

/**
 * What the query costs for the tenant, as the query service's role runs it among many tenants: nobody's table is read whole.
 * One that keeps its plan is run with a plan for whatever is asked.
 */
export async function costOf<Input extends object>(
  world: World,
  read: Pick<Read<never, Input>, 'query' | 'keepsPlan'>,
  { businessId }: Tenant,
  { today, input }: { readonly today: string; readonly input: Input },
): Promise<QueryCost> {
  const { query, keepsPlan } = questionOf(read, input)
  const client = await world.pool.connect()
  try {
    await client.query(`
      begin;
      set local role forecourt_query;
      set local search_path to read;
      set local enable_seqscan to off;
      set local plan_cache_mode to ${keepsPlan ? 'force_generic_plan' : 'force_custom_plan'};
      set local forecourt.tenant to '${businessId}'`)
    await client.query(
      `prepare question (uuid, uuid, date, jsonb) as select $2, $3, $4 ->> 0, answer.* from (${query}) answer`,
    )
    const run = async () => {
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, buffers, format json) execute question ('${businessId}', null, '${today}', '${JSON.stringify(input)}')`,
      )
      const [{ Plan: plan, 'Execution Time': milliseconds }] = Explained.parse(rows[0]?.['QUERY PLAN'])
      return { rows: rowsOf(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], milliseconds }
    }
    const runs: QueryCost[] = []
    for (let count = 0; count < 15; count += 1) runs.push(await run())
    const [median] = runs.toSorted((a, b) => a.milliseconds - b.milliseconds).slice(7)
    if (median === undefined) throw new Error('the query was run')
    return median
  } finally {
    await client.query('rollback')
    // The statement that was prepared on it goes with it.
    client.release(true)
  }
}
