/**
 * A signal that aborts with the first of these: `AbortSignal.any`, which phones that end with iOS 16 do not have.
 * It is for signals that live no longer than what they are handed to.
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const control = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) {
      control.abort(signal.reason)
      break
    }
    signal.addEventListener('abort', () => control.abort(signal.reason), { once: true, signal: control.signal })
  }
  return control.signal
}
