import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The clock of one process, which can be put forward and back while it runs. */
export interface Clock {
  readonly environment: Readonly<Record<string, string>>
  /** Shows so many seconds more than there are; 0 for the right time. */
  jump(seconds: number): void
}

/** Makes a clock. @param folder where its setting is kept */
export function makeClock(library: string, folder: string, name: string): Clock {
  const file = join(folder, `${name}.clock`)
  const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  jump(0)
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // In seconds.
      FAKETIME_CACHE_DURATION: '1',
      // Clocks of the time of day jump; those that measure how long something takes do not.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
    },
    jump,
  }
}
