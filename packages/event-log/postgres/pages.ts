import type { Filter, Recorded } from '../port.ts'
import { PAGE, type Reader } from './reader.ts'

/** A stretch of the log: the events in it that the filter let through, and where it ends. */
export interface Page {
  readonly events: readonly Recorded[]
  readonly end: bigint
}

/** The log in (after, upTo], page by page. The next page is fetched while the last one is worked on. */
export async function* pages(reader: Reader, after: bigint, upTo: bigint, filter: Filter): AsyncGenerator<Page> {
  const fetch = (start: bigint): Promise<Page> | undefined => {
    if (start >= upTo) return undefined
    const end = start + BigInt(PAGE) < upTo ? start + BigInt(PAGE) : upTo
    const page = reader.page(start, end, filter).then((events) => ({ events, end }))
    // Nobody waits for the page that was fetched ahead when the reader stops early; who does wait still sees the error.
    page.catch(() => {})
    return page
  }
  let next = fetch(after)
  while (next !== undefined) {
    const page = await next
    next = fetch(page.end)
    yield page
  }
}
