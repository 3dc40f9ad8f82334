import { useRef, useState } from 'react'
import { inWords, mayPass, NoAnswer } from '../../lib/api.ts'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { comesWithin } from '../../offline/within.ts'

/** So long a refusal waits for the page to be brought up to date, in milliseconds. */
const PATIENCE = 3_000

const NOT_KNOWN = 'No answer came, so it may have arrived or not. Check the connection and try again: it counts once.'

export type Sending = ReturnType<typeof useSending>

/**
 * One thing that is sent at a time: whether it is on its way, and in words why it did not succeed. What is tried again has the
 * same key, so that it counts once though its answer was lost.
 * @param look asks the server how things are: what the page shows is not so any more when it was refused, and may not be when
 * no answer came. Why it was refused is said after that: what the page shows by then may have said it already.
 * @param isDoubtful whether it may have been done though no answer came
 */
export function useSending(otherwise: string, look: () => Promise<void>, isDoubtful = true) {
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
      if (error instanceof NoAnswer && isDoubtful) {
        setProblem(NOT_KNOWN)
        void look()
        return
      }
      // Nobody is kept from hearing that it was refused by a server that is slow to say what is so instead.
      if (!mayPass(error)) await comesWithin(PATIENCE, look())
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
