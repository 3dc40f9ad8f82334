import { outputTo } from './descriptor-output.ts'

/** What is written under load waits so long for what comes after it, in milliseconds. */
const GATHER = 50

/** Takes lines, and writes them out some at a time. */
export interface LogLines {
  write(line: string): void
  /** Writes what waits now. */
  hurry(): void
  /** Gives away what waits: whoever takes it writes it. */
  take(): string
}

/**
 * Writes lines together: a write for each, which Node hands to another thread, was a thirtieth of what a booking costs. The
 * first line after a pause goes out at once, and what comes within 50 ms of it goes together. A process that is killed, or
 * falls over in native code, takes that much of its last lines along; one that ends in any other way takes none.
 * @param out is handed one line or more
 * @param gather in milliseconds
 */
export function gatherLines(out: (text: string) => void, gather = GATHER): LogLines {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined

  function take(): string {
    const text = waiting
    waiting = ''
    return text
  }

  function hurry(): void {
    if (waiting !== '') out(take())
  }

  function gatherOn(): void {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting === '') return
      hurry()
      gatherOn()
    }, gather).unref()
  }

  return {
    write(line) {
      waiting += line
      if (timer !== undefined) return
      hurry()
      gatherOn()
    },
    hurry,
    take,
  }
}

let ofProcess: LogLines | undefined

/** Lines to this process's standard output, for all who write there. What waits when the process ends is written then. */
export function linesOfProcess(): LogLines {
  if (ofProcess !== undefined) return ofProcess
  const output = outputTo(1)
  const lines = gatherLines((text) => output.write(text))
  process.once('exit', () => output.finish(lines.take()))
  ofProcess = lines
  return lines
}
