interface Asked {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** What the server was asked for and did not give; undefined while it is asked again, and when it gave it. */
export interface Failed {
  readonly error: Error
  /** Said when the server says nothing in words. */
  readonly what: string
  readonly retry: () => void
}

/** A query as it failed. @param what is said when the server says nothing in words */
export const failedQuery = ({ error, isFetching, refetch }: Asked, what: string): Failed | undefined =>
  error === null || isFetching ? undefined : { error, what, retry: () => void refetch() }
