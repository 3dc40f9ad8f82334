import type { Readable } from 'node:stream'

/**
 * Puts off work that nobody is in a hurry for, without a clock: a piece waits until all that had come before it, and what
 * has come of that, has had its turn of the event loop, and no more than `atOnce` pieces are done in one turn. First come,
 * first served. Where there is nothing else to do, it is done at once.
 * @param atOnce pieces in a turn
 * @returns how to have a piece done; it must not throw
 */
export function createIdleTurns(atOnce: number): (piece: () => void) => void {
  const waiting: (() => void)[] = []
  const turn = () => {
    const pieces = waiting.splice(0, atOnce)
    // Before the pieces: one that throws keeps no later turn waiting.
    if (waiting.length > 0) setImmediate(turn)
    for (const piece of pieces) piece()
  }
  return (piece) => {
    waiting.push(piece)
    if (waiting.length === 1) setImmediate(turn)
  }
}

/**
 * Reads on from a connection when whatever else had come has had its turn. What is sent on it until then costs nothing: it
 * stays with the system. Putting off answers instead was tried: what waited for them survived young collections, each of
 * which took six times as long.
 * @param atOnce connections that are read again in a turn
 */
export function readsLater(atOnce: number): (socket: Readable) => void {
  const inTurn = createIdleTurns(atOnce)
  return (socket) => {
    // Of requests that were sent together the first one's end has put it off; Node reads the others all the same.
    if (socket.isPaused()) return
    socket.pause()
    inTurn(() => socket.resume())
  }
}
