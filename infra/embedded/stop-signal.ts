/**
 * Aborts when somebody wants this process to end: Ctrl-C, a signal, or the end of the process that started it (the
 * bootstrap script, with which it shares a channel). Told again while stopping, it goes on stopping.
 */
export function askedToStop(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  return controller.signal
}
