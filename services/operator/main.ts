import { addStaff } from './account/add-staff.ts'
import { setPassword } from './account/set-password.ts'
import { onboard } from './business/onboard.ts'
import { runCommandLine } from './cli/run.ts'
import { openPlatform } from './platform.ts'

const COMMANDS = [onboard, addStaff, setPassword]

process.exitCode = await runCommandLine(process.argv.slice(2), COMMANDS, () => openPlatform(process.env), {
  input: process.stdin,
  out: (line) => console.log(line),
  error: (line) => console.error(line),
})
