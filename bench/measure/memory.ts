import { readFileSync } from 'node:fs'
import { setInterval as every } from 'node:timers'
import { processorSeconds } from './processor.ts'

/** Resident memory of a process in MB: now, and the most that it ever had. Reads /proc, so it is for Linux only. */
export interface Resident {
  readonly now: number
  readonly peak: number
}

/** Undefined when the process is gone. */
export function residentMemory(pid: number): Resident | undefined {
  let status: string
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return undefined
  }
  const megabytes = (field: string) => {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024)
  }
  const [now, peak] = [megabytes('VmRSS'), megabytes('VmHWM')]
  // A process that has ended and was not waited for yet has a status without memory.
  return now === undefined || peak === undefined ? undefined : { now, peak }
}

const LOOK_MS = 50

/** Watches a process until `stop`, which gives the most memory that it had, in MB, and its processor seconds. */
export function watch(pid: number): { stop(): { readonly peak: number; readonly processorSeconds: number } } {
  let seen = { peak: 0, processorSeconds: 0 }
  const look = () => {
    const peak = residentMemory(pid)?.peak
    // Once it has ended and gave its memory back, its time is that of its end.
    seen = { peak: peak ?? seen.peak, processorSeconds: processorSeconds(pid) ?? seen.processorSeconds }
  }
  const timer = every(look, LOOK_MS)
  return {
    stop() {
      clearInterval(timer)
      return seen
    },
  }
}
