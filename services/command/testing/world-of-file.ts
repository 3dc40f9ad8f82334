import { afterAll } from 'vitest'
import { createWorld } from './world.ts'

/** A world with one process and one business, for all tests of a file: it ends with the last of them. */
export async function worldOfFile() {
  const world = await createWorld()
  afterAll(() => world.stop())
  const command = await world.start()
  return { world, command, tenant: await world.tenant(command) }
}
