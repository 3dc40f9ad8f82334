import { addStaff } from './account/add-staff.ts'
import { deactivateStaff } from './account/deactivate-staff.ts'
import { reactivateStaff } from './account/reactivate-staff.ts'
import { setPassword } from './account/set-password.ts'
import { acceptLoss } from './backup/accept-loss.ts'
import { restore } from './backup/restore.ts'
import { rewind } from './backup/rewind.ts'
import { backup } from './backup/take.ts'
import { deactivate, reactivate } from './business/close.ts'
import { onboard } from './business/onboard.ts'
import type { Command } from './cli/command.ts'
import { doctor } from './doctor/doctor.ts'
import { audit } from './history/audit.ts'
import { history } from './history/history.ts'
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

/** All commands, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
  history,
  audit,
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
  rewind,
  acceptLoss,
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
  reactivateStaff,
]
