import { createReadStream } from 'node:fs'
import { appendFile, open, truncate } from 'node:fs/promises'
import { LogSealed } from '@forecourt/domain/audit/events.ts'
import type { Seal } from './chain.ts'

/**
 * The seals once more, a line of JSON each, in a file outside the database: who cuts off the end of the log together with
 * its seals cannot cut off this one. It belongs on another machine's disk, or on one that is copied away.
 */

/** Its seals in their order; none when there is no file. @throws {Error} naming the line that is no seal */
export async function* sealsInFile(path: string): AsyncGenerator<Seal> {
  for await (const { seal } of linesOf(path)) yield seal
}

/** The file to which seals are added. */
export interface SealFile {
  /** The last one that is in it. */
  readonly last: Seal | undefined
  /** They are on the disk when this resolves. */
  append(seals: readonly Seal[]): Promise<void>
}

/** Opens the file, makes it when needed; a line that a killed process has begun is taken away. @throws {Error} as above */
export async function openSealFile(path: string): Promise<SealFile> {
  let last: Seal | undefined
  let whole = 0
  for await (const { seal, bytes } of linesOf(path)) {
    last = seal
    whole += bytes
  }
  await (await open(path, 'a', 0o644)).close()
  await truncate(path, whole)
  return {
    get last() {
      return last
    },
    async append(seals) {
      const file = await open(path, 'a')
      try {
        await appendFile(file, seals.map((seal) => `${JSON.stringify(seal)}\n`).join(''))
        await file.sync()
      } finally {
        await file.close()
      }
      last = seals.at(-1) ?? last
    },
  }
}

/** What stands behind the last line end was begun and not finished: it is no line. */
async function* linesOf(path: string): AsyncGenerator<{ readonly seal: Seal; readonly bytes: number }> {
  let rest = Buffer.alloc(0)
  let number = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      rest = Buffer.concat([rest, Buffer.from(chunk)])
      for (let end = rest.indexOf(LINE_END); end !== -1; end = rest.indexOf(LINE_END)) {
        number += 1
        const seal = LogSealed.data.safeParse(parsed(rest.toString('utf8', 0, end)))
        if (!seal.success) throw new Error(`${path}: line ${number} is no seal`)
        yield { seal: seal.data, bytes: end + 1 }
        rest = rest.subarray(end + 1)
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

const LINE_END = 0x0a

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
