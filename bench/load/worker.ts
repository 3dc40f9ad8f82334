import { setTimeout as pause } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { quantile } from '../statistics.ts'
import { Client, type Tally } from './client.ts'
import type { Load, Measured, Order, Rate, Said } from './load.ts'
import { roundOf } from './scripts.ts'

/** The thread that makes load: beside it the thread that started it has nothing to do. */
parentPort?.on('message', ({ loads, milliseconds }: Order) => {
  Promise.all(loads.map((load) => run(load, milliseconds))).then(
    (measured) => say({ measured }),
    (error: unknown) => say({ error: error instanceof Error ? error.message : String(error) }),
  )
})

function say(said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin, unlike windows
  parentPort?.postMessage(said)
}

async function run({ script, targets, clients: count, perSecond }: Load, milliseconds: number): Promise<Measured> {
  const tally: Tally = { times: [], requestTimes: [], made: [], used: 0, writes: 0, unchanged: 0, stale: 0 }
  const round = roundOf(script)
  const clients = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const target = targets[index % targets.length]
      if (target === undefined) throw new Error('a load needs somewhere to go')
      return await Client.open(target, tally)
    }),
  )
  const began = performance.now()
  const end = began + milliseconds
  let begun = 0
  /** When the next round is due. */
  const turn = async (): Promise<void> => {
    if (perSecond === undefined) return
    const due = began + (begun * 1_000) / perSecond
    begun += 1
    await pause(Math.max(0, due - performance.now()))
  }
  try {
    await Promise.all(
      clients.map(async (client) => {
        for (;;) {
          await turn()
          if (performance.now() >= end || !(await round(client))) return
        }
      }),
    )
  } finally {
    for (const client of clients) client.close()
  }
  // At a pace, the last answers are waited for in a time in which nothing is begun any more.
  const took = perSecond === undefined ? performance.now() - began : milliseconds
  const { times, requestTimes, writes, unchanged, stale, used, made } = tally
  return { ...rateOf(times, took), requests: rateOf(requestTimes, took), times, writes, unchanged, stale, used, made }
}

const rateOf = (times: readonly number[], milliseconds: number): Rate => ({
  perSecond: times.length / (milliseconds / 1_000),
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
})
