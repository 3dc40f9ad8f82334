/**
 * Aborts when somebody wants this process to end: Ctrl-C, a signal, or the end of the process that started it (the
 * bootstrap script, with which it shares a channel). Told again while stopping, it goes on stopping. Listening keeps no
 * process up that is through.
 */
export function askedToStop(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  // Node waits for the channel as long as somebody listens for its end.
  process.channel?.unref()
  return controller.signal
}

/**
 * The outcome of the work, or a rejection as soon as somebody wants this process to end: for work that ends with the
 * process and waits for somebody else.
 */
export async function unlessStopped<T>(stop: AbortSignal, work: () => Promise<T>): Promise<T> {
  stop.throwIfAborted()
  const stopped = Promise.withResolvers<never>()
  const reject = () => stopped.reject(stop.reason)
  stop.addEventListener('abort', reject, { once: true })
  try {
    return await Promise.race([work(), stopped.promise])
  } finally {
    stop.removeEventListener('abort', reject)
  }
}
