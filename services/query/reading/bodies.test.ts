import { expect, it } from 'vitest'
import { type Body, createBodies } from './bodies.ts'

const MINUTE = 60_000
const body = (tag: string): Body => ({ tag, bytes: Buffer.from(tag) })

it('a body that was kept is given to the one that takes its place, and answers until then', async () => {
  const bodies = createBodies(() => 0)
  const asked: (string | undefined)[] = []
  const get = (tag: string) =>
    bodies.get('list', tag, (before) => {
      asked.push(before?.tag)
      return Promise.resolve(body(tag))
    })
  for (const tag of ['1', '1', '2', '3']) expect(await get(tag)).toEqual(body(tag))
  expect(asked).toEqual([undefined, '1', '2'])
})

it('what a body is made of was read whole in the last five minutes, however often it is made anew', async () => {
  let minute = 0
  const bodies = createBodies(() => minute * MINUTE)
  const wholeIn: number[] = []
  for (; minute < 12; minute += 1) {
    await bodies.get('list', String(minute), (before) => {
      if (before === undefined) wholeIn.push(minute)
      return Promise.resolve(body(String(minute)))
    })
  }
  expect(wholeIn).toEqual([0, 5, 10])
})
