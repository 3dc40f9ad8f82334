import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A TCP proxy in front of one part of the product. Its port stays the same, whatever becomes of what is behind it. */
export interface Link extends AsyncDisposable {
  readonly port: number
  /** How often anybody has come by until now: with a new connection, or with something to say on one. */
  readonly passings: number
  /** Every byte takes so many milliseconds longer, in both directions. */
  slow(latency: number): void
  /** Breaks all connections, as a machine does that no longer knows of them (RST). @returns how many there were */
  cut(): number
  /** Ends all connections, as a process does that goes away (FIN). */
  hangUp(): void
  /** Takes connections and bytes and passes nothing on, or only no answers: then nobody learns what became of what they sent. */
  stall(held?: 'everything' | 'answers'): void
  /** Lets everything through again, also what was held back. */
  mend(): void
}

interface Address {
  readonly host: string
  readonly port: number
}

/** The address in a URL. */
export const addressOf = (url: string): Address => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

/**
 * Opens a link.
 * @param target where its connections lead right now; undefined while nobody is there, which breaks them
 * @param port any free one when not given
 */
export async function openLink(target: () => Address | undefined, port = 0): Promise<Link> {
  const way: Way = { latency: 0, held: 'nothing', passings: 0 }
  const connections = new Set<Connection>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    way.passings += 1
    const address = target()
    if (address === undefined) {
      near.on('error', () => {}).resetAndDestroy()
      return
    }
    const connection = join(near, connect({ ...address, allowHalfOpen: true, noDelay: true }), way, () =>
      connections.delete(connection),
    )
    connections.add(connection)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  const cut = () => {
    const { size } = connections
    for (const connection of connections) connection.cut()
    return size
  }
  return {
    port: address.port,
    get passings() {
      return way.passings
    },
    slow(latency) {
      way.latency = latency
    },
    cut,
    hangUp() {
      for (const connection of connections) connection.hangUp()
    },
    stall(held = 'everything') {
      way.held = held
    },
    mend() {
      Object.assign(way, { latency: 0, held: 'nothing' })
      for (const connection of connections) connection.goOn()
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      cut()
      await closed
    },
  }
}

/** Longer than anybody takes to come by, in milliseconds. */
const NOBODY_COMES = 60_000

/**
 * Breaks all connections as soon as somebody has come by so often from now on, or nobody any more for a minute.
 * @param over aborts when what was to be broken is over: on another day, what is said comes in fewer pieces
 * @returns false when it was over before
 */
export async function cutAfter(link: Link, passings: number, over?: AbortSignal): Promise<boolean> {
  const [from, giveUp] = [link.passings, performance.now() + NOBODY_COMES]
  while (link.passings - from < passings && performance.now() < giveUp) {
    if (over?.aborted === true) return false
    await delay(1)
  }
  link.cut()
  return true
}

/** How it is on the way, for all connections of a link. */
interface Way {
  latency: number
  held: 'nothing' | 'answers' | 'everything'
  passings: number
}

interface Connection {
  cut(): void
  hangUp(): void
  goOn(): void
}

function join(near: Socket, far: Socket, way: Way, gone: () => void): Connection {
  const end = () => {
    near.destroy()
    far.destroy()
    gone()
  }
  for (const socket of [near, far]) socket.on('error', end).on('close', end)
  const lanes = [
    openLane(near, far, way, () => way.held === 'everything'),
    openLane(far, near, way, () => way.held !== 'nothing'),
  ]
  return {
    cut() {
      near.resetAndDestroy()
      far.resetAndDestroy()
    },
    hangUp: end,
    goOn() {
      for (const goOn of lanes) goOn()
    },
  }
}

/** Passes on what comes, in order and in its time. @returns to be called when it may go on */
function openLane(from: Socket, to: Socket, way: Way, isHeld: () => boolean): () => void {
  const waiting: { readonly at: number; readonly pass: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let isFull = false
  const passOn = () => {
    clearTimeout(timer)
    for (let next = waiting[0]; next !== undefined && !isHeld(); next = waiting[0]) {
      const left = next.at - performance.now()
      if (left > 0) {
        timer = setTimeout(passOn, left)
        return
      }
      waiting.shift()
      if (!to.destroyed) next.pass()
    }
  }
  const take = (pass: () => void) => {
    waiting.push({ at: performance.now() + way.latency, pass })
    passOn()
  }
  from.on('data', (chunk: Buffer) => {
    way.passings += 1
    take(() => {
      if (to.write(chunk)) return
      from.pause()
      // After a stall many chunks go at once, and each finds it full.
      if (isFull) return
      isFull = true
      to.once('drain', () => {
        isFull = false
        from.resume()
      })
    })
    // What a stalled way can hold is bounded, as it is between machines.
    if (isHeld() && waiting.length > MOST_HELD_BACK) from.pause()
  })
  from.on('end', () => take(() => to.end()))
  return () => {
    from.resume()
    passOn()
  }
}

/** Chunks of at most 64 kB. */
const MOST_HELD_BACK = 16
