import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Requests for bookings that come at their pace, whether they are answered or not. */
export interface Flood {
  readonly targets: readonly string[]
  /** Sent in turn, each time from another address. */
  readonly bodies: readonly unknown[]
  readonly perSecond: number
  readonly seconds: number
  readonly connections: number
}

/** What became of it. Times are milliseconds from the sending to the answer. */
export interface Flooded {
  /** Requests that were due; those that could be sent, as a connection was free; those that were never answered. */
  readonly due: number
  readonly sent: number
  readonly lost: number
  /** How many answers had each status. */
  readonly answers: Readonly<Record<number, number>>
  readonly p50: number
  readonly p95: number
}

/**
 * Floods from a process of its own, which gives way to everybody else, as real floods are made on other machines. The work
 * begins when the flood does.
 */
export async function whileFlooding<T>(
  order: Flood,
  stop: AbortSignal,
  work: () => Promise<T>,
): Promise<readonly [Flooded, T]> {
  return await beside('flood-main.ts', stop, async ({ tell, hear }) => {
    tell(order)
    await hear()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's message
    return await Promise.all([hear() as Promise<Flooded>, work()])
  })
}

/** Runs the work while a server runs that reads requests and refuses all of them: the least that refusing can cost. */
export async function besideBareServer<T>(stop: AbortSignal, work: (url: string) => Promise<T>): Promise<T> {
  return await beside('bare-main.ts', stop, async ({ hear }) => await work(String(await hear())))
}

interface Program {
  readonly tell: (order: Flood) => void
  /** The next thing that it says. */
  readonly hear: () => Promise<unknown>
}

/** Runs a program for as long as the work takes. */
async function beside<T>(program: string, stop: AbortSignal, work: (program: Program) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)))
  const end = () => child.kill()
  stop.addEventListener('abort', end, { once: true })
  const gone = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} has ended`)))
  })
  try {
    return await Promise.race([
      gone,
      work({
        tell: (order) => child.send(order),
        hear: async () => await new Promise((resolve) => child.once('message', resolve)),
      }),
    ])
  } finally {
    stop.removeEventListener('abort', end)
    end()
  }
}
