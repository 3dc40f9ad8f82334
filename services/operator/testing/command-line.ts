import { Readable } from 'node:stream'
import type { Command } from '../cli/command.ts'
import type { ProgressLine } from '../cli/progress.ts'
import { runCommandLine } from '../cli/run.ts'
import { openPlatform, type Platform } from '../platform.ts'

/** How a command ended and what it said. */
interface Ended {
  readonly exit: number
  /** All lines, in the order in which they came. */
  readonly out: string
  /** What went to the standard output alone. */
  readonly printed: string
  /** What went to the standard error output alone. */
  readonly errors: string
}

interface Circumstances {
  /** What is typed when something is asked. */
  readonly input?: string
  /** Ctrl-C. */
  readonly stop?: AbortSignal
  /** Where progress is shown; nowhere when absent. */
  readonly progress?: ProgressLine
}

interface Installation {
  readonly database: { readonly url: string }
  readonly masterKey: string
  readonly lookupKey: string
}

/** What an operator of a test's world has set. */
export const settingsOf = (world: Installation) => ({
  DATABASE_URL: world.database.url,
  MASTER_KEY: world.masterKey,
  LOOKUP_KEY: world.lookupKey,
  PUBLIC_URL: 'http://localhost:3000',
})

interface Storage {
  readonly config: {
    readonly endpoint: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly bucket: string
  }
}

/** What they have set besides, for the commands that touch files. */
export const storageSettings = ({ config }: Storage) => ({
  S3_ENDPOINT: config.endpoint,
  S3_REGION: config.region,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  S3_BUCKET: config.bucket,
})

/**
 * Types a line, as an operator does.
 * @param platform the settings that it is opened with, or what opens it
 */
export async function typed(
  line: readonly string[],
  commands: readonly Command[],
  platform: Readonly<Record<string, string | undefined>> | (() => Promise<Platform>),
  { input = '', stop, progress }: Circumstances = {},
): Promise<Ended> {
  const lines: string[] = []
  const printed: string[] = []
  const errors: string[] = []
  const connect = typeof platform === 'function' ? platform : async () => await openPlatform(platform)
  const exit = await runCommandLine(line, commands, connect, {
    input: Readable.from([input]),
    out: (text) => {
      lines.push(text)
      printed.push(text)
    },
    error: (text) => {
      lines.push(text)
      errors.push(text)
    },
    ...(stop === undefined ? {} : { stop }),
    ...(progress === undefined ? {} : { progress }),
  })
  return { exit, out: lines.join('\n'), printed: printed.join('\n'), errors: errors.join('\n') }
}
