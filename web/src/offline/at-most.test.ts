import { expect, it } from 'vitest'
import { atMost } from './within.ts'

const ANSWERED = 20

it('what has come is waited for no longer', async () => {
  const began = performance.now()
  await atMost(60_000, Promise.resolve())
  expect(performance.now() - began).toBeLessThan(10_000)
})

it('what does not come is not waited for any longer than that', async () => {
  await expect(atMost(10, new Promise(() => {}))).resolves.toBeUndefined()
})

it('a page that stood still for longer still takes what has come meanwhile', async () => {
  let isThere = false
  const coming = new Promise<void>((resolve) => {
    setTimeout(() => {
      isThere = true
      resolve()
    }, ANSWERED * 2)
  })
  const waiting = atMost(ANSWERED * 5, coming)
  // Stands still for longer than is waited: the timer is over before what was to come.
  for (const end = performance.now() + ANSWERED * 10; performance.now() < end; );
  await waiting
  expect(isThere).toBe(true)
})

it('what fails is told of', async () => {
  await expect(atMost(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
