import { afterAll, beforeAll } from 'vitest'
import { Desk } from './desk.ts'
import { World } from './world.ts'

export interface Opened {
  readonly world: World
  readonly desk: Desk
}

/**
 * Opens a world with a projector and a desk before the file's tests, tells its story, and closes both afterwards.
 * @param tell what has happened before anybody asks; the rows have caught up when the tests begin
 */
export function opened<Told>(tell: (world: World, desk: Desk) => Promise<Told>): () => Opened & Told {
  let current: (Opened & Told) | undefined
  beforeAll(async () => {
    const world = await World.create()
    world.project()
    await world.projecting()
    const desk = await Desk.open(world)
    const told = await tell(world, desk)
    await world.caughtUp()
    current = { world, desk, ...told }
  })
  afterAll(async () => {
    await current?.desk[Symbol.asyncDispose]()
    await current?.world[Symbol.asyncDispose]()
  })
  return () => {
    if (current === undefined) throw new Error('the story has not been told yet')
    return current
  }
}
