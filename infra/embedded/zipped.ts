import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { codeOf } from '@forecourt/kit/system-error.ts'
import type { RequestHandler } from 'express'

const zip = promisify(gzip)

/** What shrinks to a third of itself; pictures and fonts are compressed already. No name leads out of its folder. */
const TEXT = /^\/(?:[\w-][\w.-]*\/)?[\w-][\w.-]*\.(?:html|js|css|svg)$/

interface Kept {
  readonly changed: number
  readonly content: Promise<Buffer>
}

/** A way to send a file: what of it is read, and how that is packed. */
interface Way {
  readonly encoding: 'br' | 'gzip'
  /** What is added to the file's name. */
  readonly ending: string
  readonly pack: (raw: Buffer) => Promise<Buffer> | Buffer
}

/** The better one first: the build has a Brotli copy of each script and style sheet (web/packed-files.ts). */
const WAYS: readonly Way[] = [
  { encoding: 'br', ending: '.br', pack: (raw) => raw },
  { encoding: 'gzip', ending: '', pack: (raw) => zip(raw, { level: 9 }) },
]

/**
 * Sends scripts, styles and pages of a folder compressed to whoever takes that, as the gateway of the production shape does:
 * on a slow network they are there in a third of the time. Each is compressed once. Headers are the caller's affair.
 */
export function zipped(folder: string): RequestHandler {
  const kept = new Map<string, Kept>()

  const contentOf = async (path: string, pack: Way['pack']): Promise<Buffer> => {
    const { mtimeMs: changed } = await stat(join(folder, path))
    const known = kept.get(path)
    if (known?.changed === changed) return await known.content
    const content = readFile(join(folder, path)).then(pack)
    kept.set(path, { changed, content })
    return await content
  }
  return async (request, response, next) => {
    const { method, path } = request
    if ((method !== 'GET' && method !== 'HEAD') || !TEXT.test(path)) return next()
    response.vary('Accept-Encoding')
    for (const { encoding, ending, pack } of WAYS) {
      if (request.acceptsEncodings(encoding) === false) continue
      try {
        const content = await contentOf(path + ending, pack)
        response.set('Content-Encoding', encoding).type(extname(path)).send(content)
        return
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') return next(error)
      }
    }
    next()
  }
}
