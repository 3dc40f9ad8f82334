import { expect, it } from 'vitest'
import { afterStandstill } from './after-standstill.ts'

const PATIENCE = 20

function giveUp(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('timeout')), PATIENCE)
  })
}

function standStill(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('a connection whose time was over while the process stood still is made once more', async () => {
  let tries = 0
  const connecting = afterStandstill(PATIENCE, async () => {
    tries += 1
    return tries === 1 ? await giveUp() : 'connected'
  })
  standStill(PATIENCE + 1_200)
  expect(await connecting).toBe('connected')
  expect(tries).toBe(2)
})

it('one to a server that says no, or does not answer in time, is not', async () => {
  for (const fails of [() => Promise.reject(new Error('refused')), giveUp]) {
    let tries = 0
    const connecting = afterStandstill(60_000, () => {
      tries += 1
      return fails()
    })
    await expect(connecting).rejects.toThrow(/refused|timeout/)
    expect(tries).toBe(1)
  }
})
