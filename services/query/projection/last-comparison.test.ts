import { randomUUID } from 'node:crypto'
import { BusinessId } from '@forecourt/domain/ids.ts'
import { AUDIT_STREAM } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { World } from '../testing/world.ts'
import { createLastComparison } from './last-comparison.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world[Symbol.asyncDispose]())

it('the last comparison of all rows with the log is the one that counts, and nothing is made up before the first', async () => {
  const lastComparison = createLastComparison(world.eventLog)
  expect(await lastComparison()).toBeUndefined()
  const compared = (differences: number) =>
    world.story.append(AUDIT_STREAM, BusinessId.parse(randomUUID()), [
      { type: 'PersonalDataRevealed', data: { subjectIds: [], command: 'diff' } },
      { type: 'ReadModelCompared', data: { throughPosition: '7', differences } },
    ])
  await compared(3)
  const began = Date.now()
  expect(await lastComparison()).toMatchObject({ differences: 3 })
  await compared(0)
  const comparison = await lastComparison()
  expect(comparison?.differences).toBe(0)
  expect(Math.abs((comparison?.at.getTime() ?? 0) - began)).toBeLessThan(60_000)
  expect(await createLastComparison(world.eventLog)()).toEqual(comparison)
})
