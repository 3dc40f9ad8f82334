/** What is to be ended, the last first. */
const ends: (() => Promise<void>)[] = []
let ending: Promise<void> | undefined

/**
 * Ends what a benchmark has started when somebody ends the benchmark: servers are groups of their own, so neither Ctrl-C in
 * its terminal nor a signal reaches them otherwise; also when whoever has started the benchmark, and shares a channel with it,
 * is gone. What was registered last is ended first; told again, it goes on ending.
 * @param end may find that it was all ended before
 */
export function endWhenTold(end: () => Promise<void>): void {
  if (ends.length === 0) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, told)
    process.on('disconnect', told)
    // Nobody who is through waits for the channel.
    process.channel?.unref()
  }
  ends.push(end)
}

function told(): void {
  if (ending !== undefined) return
  // What is under way loses its processes and fails: that must not end this one before they have ended.
  process.on('uncaughtException', () => {})
  ending = endAll().finally(() => process.exit(1))
}

async function endAll(): Promise<void> {
  for (const end of ends.toReversed()) await end().catch((error: unknown) => console.error(error))
}
