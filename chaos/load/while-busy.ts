/**
 * Does the work while people are busy; when it is done they go home.
 * @param lives each begins somebody's day, which ends soon after its signal has aborted
 * @param work told by its signal that somebody cannot go on: then it is to end, too, and everybody goes home
 * @throws what kept somebody from going on, once the work is over and all have gone home
 */
export async function whileBusy<T>(
  lives: readonly ((over: AbortSignal) => Promise<void>)[],
  work: (broken: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const broken = new AbortController()
  // Heard from the beginning: a failure that nobody hears while the work goes on would end this process at once.
  const busy = lives.map((live) =>
    live(over.signal).catch((error: unknown) => {
      broken.abort(error)
      over.abort()
    }),
  )
  let done: T
  try {
    done = await work(broken.signal)
  } finally {
    over.abort()
    await Promise.all(busy)
  }
  broken.signal.throwIfAborted()
  return done
}
