/** A turn at the mail server. */
export interface Turn {
  /** Has the next one begin, though this one goes on. */
  yield(): void
  /** It is over. */
  end(): void
}

/** Turns at the mail server, which are given in the order in which they were asked for. */
export interface Turns {
  /** @throws the signal's reason, when it aborts before there is a turn */
  take(signal: AbortSignal): Promise<Turn>
}

/**
 * Gives out turns: few have theirs at once, and whoever waits for a server that is slow to answer lets the next one begin, so that
 * a silent connection keeps nobody waiting for long.
 * @param atOnce so many have their turn
 * @param most so many are under way, with those who have let the next one begin
 */
export function createTurns(atOnce: number, most: number): Turns {
  const waiting = new Set<() => void>()
  let taken = 0
  let underWay = 0

  function giveOut(): void {
    for (const begin of waiting) {
      if (taken >= atOnce || underWay >= most) return
      waiting.delete(begin)
      begin()
    }
  }

  function begun(): Turn {
    taken += 1
    underWay += 1
    let isYielded = false
    let isOver = false
    const turn: Turn = {
      yield() {
        if (isYielded) return
        isYielded = true
        taken -= 1
        giveOut()
      },
      end() {
        if (isOver) return
        isOver = true
        underWay -= 1
        turn.yield()
        giveOut()
      },
    }
    return turn
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Turn>()
      const begin = () => resolve(begun())
      const giveUp = () => {
        waiting.delete(begin)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.add(begin)
      giveOut()
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
  }
}
