import { useRef, useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { useUnsaved } from '../../offline/use-unsaved.ts'

/**
 * One thing that is sent at a time: whether it is on its way, and in words why it did not succeed. What is tried again has the
 * same key, so that it counts once though its answer was lost.
 */
export function useSending(otherwise: string) {
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
      setProblem(inWords(error, otherwise))
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
