import { EXIT } from './command.ts'

/**
 * One Ctrl-C is told several times over: by the terminal to everybody in it, by npm and by what has started this process.
 * What comes within so many milliseconds is the same one.
 */
const SAME = 1_000

/** What of a process is asked here. */
interface Process {
  on(event: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect', heard: () => void): unknown
  exit(code: number): void
  readonly channel?: { unref(): void } | null | undefined
}

/**
 * Aborts when somebody wants this process to end, so that nothing is left half done. A second Ctrl-C ends it at once, or does
 * what is said here; other signals do not, however often they come: whoever sends those again only wants to be sure. Listening
 * keeps no process up that is through.
 * @param now in milliseconds
 */
export function stopAsked(
  ours: Process = process,
  now: () => number = () => performance.now(),
  again: () => void = () => ours.exit(EXIT.stopped),
): AbortSignal {
  const asked = new AbortController()
  let last = Number.NEGATIVE_INFINITY
  const stop = () => asked.abort()
  ours.on('SIGINT', () => {
    const isAnother = asked.signal.aborted && now() - last > SAME
    last = now()
    if (isAnother) again()
    stop()
  })
  for (const signal of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) ours.on(signal, stop)
  // Node waits for the channel to whoever started this process as long as somebody listens for its end.
  ours.channel?.unref()
  return asked.signal
}
