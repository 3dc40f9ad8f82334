import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the whole project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Path of a tool that npm installed. */
export const tool = (name: string) => join(ROOT, 'node_modules/.bin', name)

/** Every folder with TypeScript settings of its own, relative to the project; `.` is what belongs to no workspace. */
export function typedFolders(): string[] {
  const settings = globSync(['tsconfig.json', '{packages,services}/*/tsconfig.json', '{web,infra}/tsconfig.json'], {
    cwd: ROOT,
  })
  return settings.map((file) => dirname(file)).filter((folder) => existsSync(join(ROOT, folder)))
}
