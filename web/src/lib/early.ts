declare global {
  interface Window {
    /** Set by the small script that runs before the app (early-screens.ts). */
    early?: { readonly answers: Map<string, Promise<Response>>; readonly at: number }
  }
}

const answersOf = () => ('window' in globalThis ? window.early : undefined)

/** Nothing that was asked for longer ago is an answer any more, in milliseconds. */
const GOOD_FOR = 20_000

/** The answer that is on its way since before the app's code was there; each is given out once. */
export function earlyAnswer(path: string): Promise<Response> | undefined {
  const early = answersOf()
  if (early === undefined || performance.now() - early.at > GOOD_FOR) return undefined
  const answer = early.answers.get(path)
  early.answers.delete(path)
  return answer
}

/** What was asked for before something was changed says nothing any more. */
export const dropEarlyAnswers = (): void => answersOf()?.answers.clear()
