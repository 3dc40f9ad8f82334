import { useRef, useState } from 'react'
import { inWords, NoAnswer } from '../../lib/api.ts'
import { useUnsaved } from '../../offline/use-unsaved.ts'

const NOT_KNOWN = 'No answer came, so it may have arrived or not. Check the connection and try again: it counts once.'

/**
 * One thing that is sent at a time: whether it is on its way, and in words why it did not succeed. What is tried again has the
 * same key, so that it counts once though its answer was lost.
 * @param inDoubt called when no answer came: what the page shows may not be so any more
 */
export function useSending(otherwise: string, inDoubt?: () => Promise<void>) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const key = useRef<string>(undefined)
  useUnsaved(isSending)

  const run = async (send: (key: string) => Promise<void>): Promise<void> => {
    if (isSending) return
    setSending(true)
    setProblem(undefined)
    key.current ??= crypto.randomUUID()
    try {
      await send(key.current)
      key.current = undefined
    } catch (error) {
      if (error instanceof NoAnswer && inDoubt !== undefined) {
        setProblem(NOT_KNOWN)
        void inDoubt()
      } else setProblem(inWords(error, otherwise))
    } finally {
      setSending(false)
    }
  }
  return {
    isSending,
    problem,
    run,
    /** What is sent next is something else. */
    anew: () => {
      key.current = undefined
      setProblem(undefined)
    },
  }
}
