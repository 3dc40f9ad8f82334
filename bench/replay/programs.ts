import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import { NODE_ENVIRONMENT, ROOT } from '../../tests/system/support/node.ts'
import { watch } from '../measure/memory.ts'
import { MARK } from '../own-folder.ts'

/** What a program printed, the most memory that it had, in MB, and the processor's time that it took. */
export interface Ended<Facts> {
  readonly facts: Facts
  readonly peak: number
  readonly processorSeconds: number
}

/**
 * Runs a program of the project in a process of its own, to its end.
 * @param program path from the project's folder, and its arguments
 * @param answer what the last line of its output is
 * @throws when it fails, with what it complained of
 */
export async function runProgram<Facts>(
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
  answer: z.ZodType<Facts>,
): Promise<Ended<Facts>> {
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...NODE_ENVIRONMENT, ...MARK, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const watched = watch(child.pid ?? 0)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const seen = watched.stop()
  if (code !== 0) throw new Error(`${program.join(' ')} ended with ${code}: ${complaint}${output}`)
  return { facts: answer.parse(JSON.parse(output)), ...seen }
}
