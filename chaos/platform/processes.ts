import { join } from 'node:path'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import { isRunning } from '@forecourt/infra/embedded/processes.ts'
import { lastWordsIn, type Service, supervise } from '@forecourt/infra/embedded/supervisor.ts'
import { ROOT } from '../../tests/system/support/node.ts'
import { intention } from './intention.ts'

/** What runs, by name: two that take commands, two that answer questions and two that project, as a deployment may have them. */
export const PROGRAMS = {
  gateway: 'chaos/platform/gateway.ts',
  'command-1': 'services/command/main.ts',
  'command-2': 'services/command/main.ts',
  'query-1': 'services/query/main.ts',
  'query-2': 'services/query/main.ts',
  'projector-1': 'services/query/projector.ts',
  'projector-2': 'services/query/projector.ts',
  workers: 'services/workers/main.ts',
} as const
export type ProcessName = keyof typeof PROGRAMS

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys does not say which
export const PROCESSES = Object.keys(PROGRAMS) as readonly ProcessName[]

export const isProcess = (name: string): name is ProcessName => Object.hasOwn(PROGRAMS, name)

/** A process of the product, which its supervisor starts again whenever it ends. */
export interface Process {
  readonly name: ProcessName
  /** Where it answers; undefined while it is down or starting. */
  url(): string | undefined
  /** Sends a signal to the process that runs by now. @returns false when there is none at the moment */
  signal(signal: NodeJS.Signals): boolean
  /** Ends it for good. */
  stop(): Promise<void>
}

interface Circumstances {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Told what the supervisor has to say. */
  readonly say: (line: string) => void
  /** Told when it has ended though nobody had ended it: how, and what it said last. */
  readonly crashed: (how: string) => void
  /** Ends the waiting for its first readiness. */
  readonly stop: AbortSignal
}

/** Characters of what a process said last: a line of its log has a stack. */
const LONGEST_WORDS = 2_000

/** Starts a process and keeps it running. Resolves when it is ready for the first time. @throws CannotStart */
export async function keepRunning(
  name: ProcessName,
  { folder, environment, say, crashed, stop }: Circumstances,
): Promise<Process> {
  const [pidFolder, logFolder] = [join(folder, 'run'), join(folder, 'logs')]
  const killing = intention()
  const service: Service = await supervise({
    name,
    program: [PROGRAMS[name]],
    workingFolder: ROOT,
    environment,
    pidFolder,
    logFolder,
    say,
    wasMeant: (how) => {
      const wasMeant = killing.wasMeant()
      if (!wasMeant)
        crashed(`${how}; it said last: ${lastWordsIn(join(logFolder, `${name}.log`)).slice(0, LONGEST_WORDS)}`)
      return wasMeant
    },
    stop,
    readyWithinMs: 120_000,
  })
  return {
    name,
    url: () => service.url(),
    signal(signal) {
      const identity = readIdentity(join(pidFolder, `${name}.pid`))
      if (identity === undefined || !isRunning(identity)) return false
      if (signal === 'SIGKILL') killing.isMeant()
      process.kill(identity.pid, signal)
      return true
    },
    stop: () => service.stop(),
  }
}
