import * as z from 'zod/mini'

/**
 * What of the dashboard somebody wants who has to sign in first: the query of its address. Stored where: in the state of the
 * sign-in page's entry in the browser's history, so that no link to that page can say it.
 */
const Wanted = z.object({ wanted: z.string() })

/** For the history's entry of the sign-in page. @param search of the dashboard's address, with its question mark */
export const wanting = (search: string): z.infer<typeof Wanted> => ({ wanted: search })

/** The query that the dashboard is to be opened with; empty when nothing else than the dashboard is wanted. */
export function wantedSearch(): string {
  const { data } = z.safeParse(Wanted, history.state)
  return data?.wanted.startsWith('?') === true ? data.wanted : ''
}
