import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freshStream, newEvents } from '../contract/setup.ts'
import { parsePosition, WrongRevision } from '../port.ts'
import type { Append, Outcome } from './append-many.ts'
import { createGatherer } from './gather.ts'

const position = parsePosition('1')
if (position === undefined) throw new Error('not a position')
const STORED = { revision: 0n, position, repeated: false }
const one = () => ({ stream: freshStream(), expected: 'noStream', events: newEvents(1), alongside: {} }) as const

/** A server that answers when it is told to, and writes down when it was asked. */
function server(happened: string[]) {
  const asked: { readonly appends: readonly Append[]; answer(outcomes: readonly Outcome[]): void }[] = []
  return {
    asked,
    send: (appends: readonly Append[]) => {
      happened.push(`asked for ${appends.length}`)
      return new Promise<readonly Outcome[]>((answer) => asked.push({ appends, answer }))
    },
  }
}

it('sends what has gathered before anybody hears of the batch before it: the server is not kept waiting', async () => {
  const happened: string[] = []
  const { asked, send } = server(happened)
  const gatherer = createGatherer(send)
  const first = gatherer.append(one()).then(() => happened.push('the first heard'))
  await expect.poll(() => asked.length).toBe(1)
  const others = [gatherer.append(one()), gatherer.append(one())]
  asked[0]?.answer([STORED])
  await first
  expect(happened).toEqual(['asked for 1', 'asked for 2', 'the first heard'])
  asked[1]?.answer([STORED, STORED])
  await Promise.all(others)
})

it('sends nothing unmarked that was decided on a refused append, although its caller has not heard of that yet', async () => {
  const { asked, send } = server([])
  const gatherer = createGatherer(send)
  const stream = freshStream()
  const refused = gatherer.append({ ...one(), stream, expected: 4n })
  const isHeard = refused.catch((error: unknown) => error)
  await expect.poll(() => asked.length).toBe(1)
  const built = gatherer.append({ ...one(), stream, expected: 5n })
  asked[0]?.answer([new WrongRevision(stream, 4n, 7n)])
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]?.appends.map(({ doubt }) => doubt)).toEqual([5n])
  expect(await isHeard).toBeInstanceOf(WrongRevision)
  asked[1]?.answer([STORED])
  await built
})

it('tells of a batch in its order when something in it was refused: what was stored before is known by then', async () => {
  const happened: string[] = []
  const { asked, send } = server(happened)
  const gatherer = createGatherer(send)
  const stream = freshStream()
  const all = [
    gatherer.append({ ...one(), stream }).then(() => happened.push('stored')),
    gatherer.append({ ...one(), stream }).catch(() => happened.push('refused')),
    gatherer.append(one()).then(() => happened.push('stored')),
  ]
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer([STORED, new WrongRevision(stream, 'noStream', 0n), STORED])
  await Promise.all(all)
  expect(happened).toEqual(['asked for 3', 'stored', 'refused', 'stored'])
})

it('is closed when all that was taken has its outcome', async () => {
  const happened: string[] = []
  const { asked, send } = server(happened)
  const gatherer = createGatherer(send)
  void gatherer.append(one()).then(() => happened.push('stored'))
  await expect.poll(() => asked.length).toBe(1)
  const closing = gatherer.close().then(() => happened.push('closed'))
  await expect(gatherer.append(one())).rejects.toThrow('closed')
  asked[0]?.answer([STORED])
  await closing
  expect(happened).toEqual(['asked for 1', 'stored', 'closed'])
})

it('leaves nothing behind that is handed in while it comes to its end', async () => {
  const { asked, send } = server([])
  const gatherer = createGatherer(send)
  for (let later = 0; later < 12; later += 1) {
    const before = asked.length
    const stream = freshStream()
    const again = gatherer.append({ ...one(), stream }).catch(async () => {
      for (let turn = 0; turn < later; turn += 1) await Promise.resolve()
      return await gatherer.append({ ...one(), stream })
    })
    await expect.poll(() => asked.length).toBe(before + 1)
    asked[before]?.answer([new WrongRevision(stream, 'noStream', 7n)])
    await expect.poll(() => asked.length).toBe(before + 2)
    asked[before + 1]?.answer([STORED])
    expect(await again).toBe(STORED)
  }
})

it('of a process in no hurry tells at once what is stored, and lets the next ones gather', async () => {
  const { asked, send } = server([])
  const gatherer = createGatherer(send, 64, 50)
  const first = gatherer.append(one())
  await expect.poll(() => asked.length).toBe(1)
  const second = gatherer.append(one())
  asked[0]?.answer([STORED])
  await first
  expect(asked).toHaveLength(1)
  const third = gatherer.append(one())
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]?.appends).toHaveLength(2)
  asked[1]?.answer([STORED, STORED])
  await Promise.all([second, third])
  await turnOfTheLoop()
})
