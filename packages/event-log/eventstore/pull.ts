import { NoAnswer } from './deadlines.ts'

/** What came: an item, the graceful end of the stream, or nothing within the time. */
export type Pulled<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'end' }
  | { readonly kind: 'silence' }

/** What is needed of a readable stream; the client's stream types are not quite Node's. */
interface Source {
  read(): unknown
  on(event: 'readable' | 'end' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'readable', listener: () => void): unknown
  resume(): unknown
}

export interface Pull<T> {
  /**
   * The next item in the stream's order. Nothing is fetched beyond the stream's own small buffer until it is asked for,
   * which is the back-pressure.
   * @param patience milliseconds after which the answer is `silence`
   * @throws whatever error the stream ended with, after the items that came before it
   */
  next(patience: number): Promise<Pulled<T>>
  /**
   * Nobody wants the rest: a `next` that waits gives `end`. What is buffered is let go, without which a call that the
   * server has already answered would stay open for ever.
   * @param cancel ends the call
   */
  abandon(cancel: () => Promise<void>): void
}

/**
 * Reads a stream item by item. `for await` will not do: it knows no patience, and the client reports errors by an event
 * on a stream that it leaves standing.
 */
export function pull<T>(source: Source): Pull<T> {
  let failure: { readonly error: unknown } | undefined
  let over = false
  let wake: (() => void) | undefined
  const end = (): void => {
    over = true
    wake?.()
  }
  const stir = (): void => wake?.()
  source.on('readable', stir)
  source.on('end', end)
  source.on('close', () => {
    if (!over) failure ??= { error: new Error('the stream was closed before its end') }
    wake?.()
  })
  // Stays for good: an error that comes after everybody has gone must find somebody, or it ends the process.
  source.on('error', (error) => {
    failure ??= { error }
    wake?.()
  })

  const ready = (): Pulled<T> | undefined => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's streams do not say what they carry
    const item = over ? null : (source.read() as T | null)
    if (item !== null) return { kind: 'item', item }
    if (failure !== undefined) throw failure.error
    return over ? { kind: 'end' } : undefined
  }

  return {
    async next(patience) {
      const give = performance.now() + patience
      for (;;) {
        const result = ready()
        if (result !== undefined) return result
        const left = give - performance.now()
        if (left <= 0) return { kind: 'silence' }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
    },
    abandon(cancel) {
      end()
      cancel().catch(() => {})
      source.off('readable', stir)
      source.resume()
    },
  }
}

/**
 * The items of a finite stream, in order. Whoever leaves early ends the call.
 * @param patience milliseconds that the next item may take
 * @throws {NoAnswer} nothing came in time
 */
export async function* items<T>(
  source: Source & { cancel(): Promise<void> },
  what: string,
  patience: number,
): AsyncGenerator<T> {
  const stream = pull<T>(source)
  try {
    for (;;) {
      const pulled = await stream.next(patience)
      if (pulled.kind === 'end') return
      if (pulled.kind === 'silence') throw new NoAnswer(what, patience)
      yield pulled.item
    }
  } finally {
    stream.abandon(() => source.cancel())
  }
}
