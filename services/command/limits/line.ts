import type { ServerResponse } from 'node:http'

interface Bounds {
  /** While fewer than these are inside, whoever comes goes in, whomever they visit. */
  readonly unasked: number
  /** Of those who visit the same so many are inside at once, beside the ones that nobody asked. */
  readonly ofEach: number
  /** So many of them wait outside. Whoever comes later goes in, and is told there that too many are waiting. */
  readonly waiting: number
  /** Whoever has waited for so long goes in, and waits there, in milliseconds. */
  readonly patience: number
  /** So many who wait are looked at in one turn of the event loop. */
  readonly inTurn: number
}

export interface Visitor {
  readonly response: ServerResponse
  readonly enter: () => void
  /** Asked when their turn has come: whether they are to go away instead, of which they are told with it. */
  readonly isTurnedAway: () => boolean
}

export interface Line {
  /** Whether so few are inside that nobody need be asked whom they visit. */
  readonly isShort: boolean
  /** Lets somebody in at once. They are inside until their answer is out, or they have left. */
  letIn(visitor: Pick<Visitor, 'response' | 'enter'>): void
  /** Lets somebody in when it is their turn among all who visit the same: first come, first served. */
  join(name: string, visitor: Visitor): void
}

interface Own {
  readonly name: string
  readonly waiting: Map<Visitor, NodeJS.Timeout>
  inside: number
  isLookedAt: boolean
}

/**
 * The line in front of the application: of a thousand who visit the same in one moment few are inside, and the others wait
 * where it costs next to nothing. All of them would else be begun before the first ones have used up what is let through,
 * and be refused at the price of an answer, for which everybody else would have to wait.
 */
export function createLine({ unasked, ofEach, waiting: most, patience, inTurn }: Bounds): Line {
  const lines = new Map<string, Own>()
  let inside = 0

  function letIn({ response, enter }: Pick<Visitor, 'response' | 'enter'>, left = () => {}): void {
    inside += 1
    response.once('close', () => {
      inside -= 1
      left()
    })
    enter()
  }

  function letInOf(own: Own, visitor: Visitor): void {
    // Of those who have left, nobody would hear the answer.
    if (visitor.response.closed || visitor.isTurnedAway()) {
      lookSoon(own)
      return
    }
    own.inside += 1
    letIn(visitor, () => {
      own.inside -= 1
      lookSoon(own)
    })
  }

  function lookSoon(own: Own): void {
    if (own.isLookedAt) return
    own.isLookedAt = true
    setImmediate(look, own)
  }

  function look(own: Own): void {
    own.isLookedAt = false
    let left = inTurn
    for (const [visitor, timer] of own.waiting) {
      if (own.inside >= ofEach) return
      if (left === 0) {
        lookSoon(own)
        return
      }
      left -= 1
      clearTimeout(timer)
      own.waiting.delete(visitor)
      letInOf(own, visitor)
    }
    if (own.inside === 0) lines.delete(own.name)
  }

  return {
    get isShort() {
      return inside < unasked
    },
    letIn,
    join(name, visitor) {
      const own = lines.get(name) ?? { name, waiting: new Map(), inside: 0, isLookedAt: false }
      lines.set(name, own)
      const isFull = own.waiting.size >= most
      const goIn = () => {
        own.waiting.delete(visitor)
        letInOf(own, visitor)
      }
      if (isFull || (own.inside < ofEach && own.waiting.size === 0)) goIn()
      else own.waiting.set(visitor, setTimeout(goIn, patience))
    },
  }
}
