import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { CannotWrite } from './cannot-write.ts'
import {
  type Crash,
  type Fault,
  type History,
  type Left,
  Line,
  type Mail,
  type Missing,
  type Replayed,
  type Request,
  type Standstill,
  type Tenant,
} from './history.ts'

/** A history on disk: one line of JSON each, as things happen. */
export interface HistoryWriter {
  write(line: Line): void
  /** Aborts with a {@link CannotWrite} as soon as a line could not be written: whatever happens then has no witness. */
  readonly lost: AbortSignal
  /** All lines are in the file when this resolves. @throws CannotWrite when one could not be written */
  close(): Promise<void>
}

/** Begins a history; one that is there is overwritten. */
export function writeHistory(path: string): HistoryWriter {
  const file = createWriteStream(path)
  // Looked after from the beginning: an error that nobody hears would end the process, and what it started would go on.
  const lost = new AbortController()
  const written = finished(file).catch((cause: unknown) => lost.abort(new CannotWrite(path, cause)))
  return {
    lost: lost.signal,
    write(line) {
      file.write(`${JSON.stringify(line)}\n`)
    },
    async close() {
      file.end()
      await written
      lost.signal.throwIfAborted()
    },
  }
}

/**
 * Reads a history from disk.
 * @throws {Error} naming the line that is none of a history
 */
export async function readHistory(path: string): Promise<History> {
  const lines: Line[] = []
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(lineOf(text, `${path}:${lines.length + 1}`))
  }
  return historyOf(lines)
}

function lineOf(text: string, place: string): Line {
  try {
    return Line.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${place} is no line of a history`, { cause })
  }
}

/** Sorts the lines of a run by their kind. @throws {Error} without a beginning */
export function historyOf(lines: readonly Line[]): History {
  let seed: number | undefined
  let beganAt = 0
  let quietAt: number | undefined
  let endedAt: number | undefined
  const tenants: Tenant[] = []
  const requests: Request[] = []
  const faults: Fault[] = []
  const standstills: Standstill[] = []
  const missing: Missing[] = []
  const crashes: Crash[] = []
  const mails: Mail[] = []
  const left: Left[] = []
  const replays: Replayed[] = []
  for (const line of lines) {
    switch (line.kind) {
      case 'beginning':
        seed = line.seed
        beganAt = line.at
        tenants.push(...line.tenants)
        break
      case 'request':
        requests.push(line)
        break
      case 'fault':
        faults.push(line)
        break
      case 'standstill':
        standstills.push(line)
        break
      case 'missing':
        missing.push(line)
        break
      case 'crash':
        crashes.push(line)
        break
      case 'mail':
        mails.push(line)
        break
      case 'left':
        left.push(line)
        break
      case 'replayed':
        replays.push(line)
        break
      case 'quiet':
        quietAt = line.at
        break
      case 'end':
        endedAt = line.at
        break
      default:
        line satisfies never
    }
  }
  if (seed === undefined) throw new Error('a history begins with its seed and its tenants')
  return {
    seed,
    beganAt,
    tenants,
    requests,
    faults,
    standstills,
    missing,
    crashes,
    mails,
    left,
    replays,
    quietAt,
    endedAt,
  }
}
