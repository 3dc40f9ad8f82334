import { isRefusal } from './lost-connection.ts'

/** Most that is asked in one statement: one that is lost has to be sent again for all of them. */
const MOST = 16

/**
 * Asks together what is asked in one turn of the event loop: a statement of its own is most of what a small question costs,
 * here and at the server. Nobody waits for anybody: alone, a question goes at the end of its turn.
 * @param ask gives what was found, in the order of the questions; it may be asked again
 */
export function askTogether<Question, Found>(
  ask: (questions: readonly Question[]) => Promise<readonly Found[]>,
): (question: Question) => Promise<Found> {
  let waiting: Waiting<Question, Found>[] = []

  function send(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += MOST) void answer(all.slice(from, from + MOST))
  }

  async function answer(group: readonly Waiting<Question, Found>[]): Promise<void> {
    try {
      const found = await ask(group.map(({ question }) => question))
      for (const [index, { resolve, reject }] of group.entries()) {
        const one = found[index]
        if (one === undefined) reject(new Error('a question was not answered'))
        else resolve(one)
      }
    } catch (error) {
      // What the server will not take is one's own affair: the others are answered without it.
      if (group.length > 1 && isRefusal(error)) for (const one of group) void answer([one])
      else for (const { reject } of group) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ question, resolve, reject })
    })
}

interface Waiting<Question, Found> {
  readonly question: Question
  readonly resolve: (found: Found) => void
  readonly reject: (error: unknown) => void
}
