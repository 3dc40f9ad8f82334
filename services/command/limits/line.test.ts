import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLine, type Line } from './line.ts'

const LONG = 60_000
const FEW = { unasked: 2, ofEach: 1, waiting: 3, patience: LONG, inTurn: 2 }

/** People in front of a real server: whoever is inside has said so and has no answer yet. */
async function people(line: Line) {
  const inside = new Map<string, ServerResponse>()
  const entered: string[] = []
  const refused: string[] = []
  const barred = new Set<string>()
  let come: ((who: string, response: ServerResponse) => void) | undefined
  const server = createServer((incoming, response) => come?.(incoming.url?.slice(1) ?? '', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const enter = (who: string, response: ServerResponse) => () => {
    entered.push(who)
    inside.set(who, response)
  }
  const arrive = async (who: string, meet: (response: ServerResponse) => void) => {
    const met = Promise.withResolvers<void>()
    come = (_who, response) => {
      meet(response)
      met.resolve()
    }
    const sent = request({ port, path: `/${who}`, agent: false }).on('error', () => {})
    sent.end()
    await met.promise
    return { leaves: () => sent.destroy() }
  }
  return {
    entered,
    refused,
    /** From now on this one is turned away. */
    bar: (who: string) => barred.add(who),
    letIn: (who: string) => arrive(who, (response) => line.letIn({ response, enter: enter(who, response) })),
    join: (name: string, who: string) =>
      arrive(who, (response) =>
        line.join(name, {
          response,
          enter: enter(who, response),
          isTurnedAway: () => {
            if (!barred.has(who)) return false
            refused.push(who)
            response.writeHead(429).end()
            return true
          },
        }),
      ),
    answer: (who: string) => inside.get(who)?.end(),
  }
}

describe('the line in front of the application', () => {
  it('is short while few are inside', async () => {
    const line = createLine(FEW)
    const { letIn, answer } = await people(line)
    expect(line.isShort).toBe(true)
    await letIn('ann')
    expect(line.isShort).toBe(true)
    await letIn('bob')
    expect(line.isShort).toBe(false)
    answer('ann')
    await expect.poll(() => line.isShort).toBe(true)
  })

  it('lets the visitors of one business in one after another, and keeps those of another one waiting for none of them', async () => {
    const { join, answer, entered } = await people(createLine(FEW))
    for (const who of ['ann', 'bob', 'cem']) await join('harbour', who)
    await join('hills', 'dan')
    expect(entered).toEqual(['ann', 'dan'])
    answer('ann')
    await expect.poll(() => entered).toEqual(['ann', 'dan', 'bob'])
    answer('bob')
    await expect.poll(() => entered).toEqual(['ann', 'dan', 'bob', 'cem'])
  })

  it('turns those away who wait in vain, and lets in who came behind them', async () => {
    const { join, answer, bar, entered, refused } = await people(createLine({ ...FEW, waiting: 9 }))
    for (const who of ['ann', 'bob', 'cem', 'dan', 'eve', 'fay']) await join('harbour', who)
    for (const who of ['bob', 'cem', 'dan', 'eve']) bar(who)
    answer('ann')
    await expect.poll(() => refused).toEqual(['bob', 'cem', 'dan', 'eve'])
    await expect.poll(() => entered).toEqual(['ann', 'fay'])
  })

  it('lets nobody in who has left meanwhile', async () => {
    const { join, answer, entered } = await people(createLine(FEW))
    await join('harbour', 'ann')
    const bob = await join('harbour', 'bob')
    await join('harbour', 'cem')
    bob.leaves()
    // The server hears of it a moment later.
    await delay(50)
    answer('ann')
    await expect.poll(() => entered).toEqual(['ann', 'cem'])
  })

  it('keeps nobody waiting outside for whom there is no place, or for too long', async () => {
    const { join, entered } = await people(createLine({ ...FEW, waiting: 1 }))
    for (const who of ['ann', 'bob', 'cem']) await join('harbour', who)
    expect(entered).toEqual(['ann', 'cem'])

    const impatient = await people(createLine({ ...FEW, patience: 30 }))
    for (const who of ['dan', 'eve']) await impatient.join('harbour', who)
    expect(impatient.entered).toEqual(['dan'])
    await expect.poll(() => impatient.entered).toEqual(['dan', 'eve'])
  })

  it('is as new when all have gone', async () => {
    const { join, answer, entered } = await people(createLine(FEW))
    for (let round = 0; round < 3; round += 1) {
      await join('harbour', `ann-${round}`)
      await join('harbour', `bob-${round}`)
      answer(`ann-${round}`)
      await expect.poll(() => entered.length).toBe(2 * round + 2)
      answer(`bob-${round}`)
      await delay(20)
    }
  })
})
