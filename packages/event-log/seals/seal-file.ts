import { createReadStream } from 'node:fs'
import { appendFile, open, stat, truncate } from 'node:fs/promises'
import { LogSealed } from '@forecourt/domain/audit/events.ts'
import type { Seal } from './chain.ts'

/**
 * The seals once more, a line of JSON each, in a file outside the database: who cuts off the end of the log together with
 * its seals cannot cut off this one. It belongs on another machine's disk, or on one that is copied away.
 */

/**
 * Its seals in their order; none when there is no file. Two sealers may have written one seal each: what is but repeated is
 * passed over.
 * @param end how many bytes of it are read: {@link sizeOfSealFile} at the moment that matters; all there is when absent
 * @throws {UnreadableSealFile} naming the line that is no seal
 */
export async function* sealsInFile(path: string, end?: number): AsyncGenerator<Seal> {
  const signatures = new Map<number, string>()
  for await (const { seal } of linesOf(path, end)) {
    if (signatures.get(seal.number) === seal.signature) continue
    signatures.set(seal.number, seal.signature)
    yield seal
  }
}

/** Something else than seals is in the file. */
export class UnreadableSealFile extends Error {
  override readonly name = 'UnreadableSealFile'
}

/** How many bytes the file has; undefined when it is not there. */
export async function sizeOfSealFile(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** The file to which seals are added. */
export interface SealFile {
  /** The last one that is in it. */
  readonly last: Seal | undefined
  /** They are on the disk when this resolves. */
  append(seals: readonly Seal[]): Promise<void>
}

/** Opens the file, makes it when needed; a line that a killed process has begun is taken away. @throws {UnreadableSealFile} */
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
async function* linesOf(
  path: string,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ readonly seal: Seal; readonly bytes: number }> {
  if (end === 0) return
  let rest = Buffer.alloc(0)
  let number = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, end: end - 1 })) {
      rest = Buffer.concat([rest, Buffer.from(chunk)])
      for (let at = rest.indexOf(LINE_END); at !== -1; at = rest.indexOf(LINE_END)) {
        number += 1
        const seal = LogSealed.data.safeParse(parsed(rest.toString('utf8', 0, at)))
        if (!seal.success) throw new UnreadableSealFile(`${path}: line ${number} is no seal`)
        yield { seal: seal.data, bytes: at + 1 }
        rest = rest.subarray(at + 1)
      }
    }
  } catch (error) {
    if (codeOf(error) === 'EISDIR') throw new UnreadableSealFile(`${path} is a folder`)
    if (!isAbsent(error)) throw error
  }
}

const LINE_END = 0x0a

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isAbsent = (error: unknown) => codeOf(error) === 'ENOENT'

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
