interface Fetched {
  readonly data: { readonly pages: readonly unknown[] } | undefined
  readonly hasNextPage: boolean
}
interface Older extends Fetched {
  readonly fetchNextPage: () => Promise<Fetched>
}

/**
 * Fetches the next older rows of a list, page by page from the newest one on: the first page is there to be asked for anew with
 * the others, and shows nothing that was not shown before.
 */
export async function fetchOlder(older: Older): Promise<void> {
  const known = older.data === undefined ? await older.fetchNextPage() : older
  if (known.data !== undefined && known.hasNextPage) await older.fetchNextPage()
}
