import { addStaff } from './account/add-staff.ts'
import { deactivateStaff } from './account/deactivate-staff.ts'
import { setPassword } from './account/set-password.ts'
import { restore } from './backup/restore.ts'
import { backup } from './backup/take.ts'
import { deactivate, reactivate } from './business/close.ts'
import { onboard } from './business/onboard.ts'
import { plainLines, terminalLine } from './cli/progress.ts'
import { runCommandLine } from './cli/run.ts'
import { doctor } from './doctor/doctor.ts'
import { history } from './history/history.ts'
import { openPlatform } from './platform.ts'
import { erase } from './privacy/erase.ts'
import { exportPerson } from './privacy/export.ts'
import { reapply } from './privacy/reapply.ts'
import { rewrapKeys } from './privacy/rewrap.ts'
import { lag } from './projection/lag.ts'
import { parkedList, parkedRelease } from './projection/parked.ts'
import { at } from './replay/at.ts'
import { diff } from './replay/diff.ts'
import { rebuildCommand, rollbackCommand } from './replay/rebuild.ts'
import { exportCommand } from './seals/export.ts'
import { verify } from './seals/verify.ts'

const COMMANDS = [
  history,
  at,
  diff,
  verify,
  exportCommand,
  rebuildCommand,
  rollbackCommand,
  lag,
  parkedList,
  parkedRelease,
  doctor,
  backup,
  restore,
  erase,
  exportPerson,
  reapply,
  rewrapKeys,
  onboard,
  deactivate,
  reactivate,
  addStaff,
  setPassword,
  deactivateStaff,
]

const stop = new AbortController()
// The first Ctrl-C asks, so that nothing is left half done; the second ends the program as it would any other.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

process.exitCode = await runCommandLine(process.argv.slice(2), COMMANDS, () => openPlatform(process.env), {
  input: process.stdin,
  out: (line) => console.log(line),
  error: (line) => console.error(line),
  progress: process.stderr.isTTY ? terminalLine(process.stderr) : plainLines((line) => console.error(line)),
  stop: stop.signal,
})
