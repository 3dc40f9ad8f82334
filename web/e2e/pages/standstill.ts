import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const PidFile = z.looseObject({ pid: z.int().check(z.positive()) })

/**
 * Stops a process of the product where it is, for as long as `meanwhile` lasts: it answers nobody, and its connections stay open.
 * @param service `projector` makes the rows, `query` answers what is read
 */
export async function standstill(service: 'projector' | 'query', meanwhile: () => Promise<void>): Promise<void> {
  const folder = process.env.FORECOURT_E2E_OWN_DATA ?? ''
  const { pid } = z.parse(PidFile, JSON.parse(readFileSync(join(folder, `run/${service}.pid`), 'utf8')))
  process.kill(pid, 'SIGSTOP')
  try {
    await meanwhile()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
