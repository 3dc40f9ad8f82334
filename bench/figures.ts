import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, reasonOf } from '@forecourt/kit/system-error.ts'
import { z } from 'zod'

// Figures on disk: a file of JSON that has those of each benchmark under its name.

const Kept = z.looseObject({
  at: z.string(),
  goals: z.array(z.object({ what: z.string(), held: z.boolean() })),
})
const Figures = z.record(z.string(), Kept)
type Kept = z.infer<typeof Kept>
type Figures = z.infer<typeof Figures>

/** Why figures cannot be kept, and what to do about it: one sentence for the person at the terminal. */
export class CannotKeep extends Error {
  override readonly name = 'CannotKeep'
}

/** All that is kept in the file; nothing when it is not there. @throws {CannotKeep} it is something else */
export function readFigures(file: string): Figures {
  return figuresOf(file, textOf(file))
}

/**
 * Whether figures can be kept in the file, for whoever is about to measure for hours. Its folder is made.
 * @throws {CannotKeep}
 */
export function checkFigures(file: string): void {
  makeFolderOf(file)
  readFigures(file)
  try {
    // It will be replaced, for which nobody would ask whether it may be written.
    if (existsSync(file)) accessSync(file, constants.W_OK)
  } catch (cause) {
    throw cannot(file, cause)
  }
  const beside = besides(file)
  try {
    writeFileSync(beside, '')
    rmSync(beside)
  } catch (cause) {
    throw cannot(dirname(file), cause)
  }
}

/**
 * Keeps a benchmark's figures in the file, beside those of the others. They are moved into place when complete: whoever is
 * stopped and whatever disk is full leaves the file as it was. Others may keep theirs at the same time; only those that come
 * in the instant between the last look and the move are lost.
 * @throws {CannotKeep}
 */
export function keepFigures(file: string, name: string, kept: Kept): void {
  makeFolderOf(file)
  const beside = besides(file)
  for (;;) {
    const before = textOf(file)
    const all = { ...figuresOf(file, before), [name]: kept }
    try {
      writeFileSync(beside, `${JSON.stringify(all, undefined, 2)}\n`, { flush: true })
      if (textOf(file) !== before) continue
      renameSync(beside, file)
      return
    } catch (cause) {
      rmSync(beside, { force: true })
      throw cause instanceof CannotKeep ? cause : cannot(file, cause)
    }
  }
}

/** Two that write at once do not write into each other's. */
const besides = (file: string): string => `${file}.${process.pid}.new`

function makeFolderOf(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch (cause) {
    throw cannot(dirname(file), cause)
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw cannot(file, cause)
  }
}

function figuresOf(file: string, text: string | undefined): Figures {
  if (text === undefined) return {}
  try {
    return Figures.parse(JSON.parse(text))
  } catch (cause) {
    throw new CannotKeep(
      `Figures cannot be kept in ${file}: it has something else in it, or half of them. Move it away.`,
      {
        cause,
      },
    )
  }
}

function cannot(path: string, cause: unknown): CannotKeep {
  const code = codeOf(cause)
  const isForbidden = code === 'EACCES' || code === 'EPERM'
  const why = isForbidden ? 'this user may not write there' : reasonOf(cause)
  const remedy = { ENOSPC: 'Make room.', EDQUOT: 'Make room.', EROFS: 'Measure in a checkout on another disk.' }[code]
  return new CannotKeep(
    `Figures cannot be kept in ${path}: ${why}. ${remedy ?? (isForbidden ? 'Give it to this user, or move it away.' : 'Move it away.')}`,
    { cause },
  )
}
