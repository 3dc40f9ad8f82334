import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The folder of the whole project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Path of a tool that npm installed. */
export const tool = (name: string) => join(ROOT, 'node_modules/.bin', name)

/** Every folder with TypeScript settings of its own, relative to the project; `.` is what belongs to no workspace. */
export function typedFolders(): string[] {
  const settings = globSync(
    ['tsconfig.json', '{packages,services}/*/tsconfig.json', '{web,web/src/sw,infra,tests}/tsconfig.json'],
    {
      cwd: ROOT,
    },
  )
  return settings.map((file) => dirname(file)).filter((folder) => existsSync(join(ROOT, folder)))
}

/** Every file of ours that is compiled, relative to the project. */
export function sourceFiles(): string[] {
  return globSync('{packages,services,infra,web,tests,bench,chaos}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).filter((file) => !file.endsWith('.d.ts'))
}

const Manifest = z.object({ name: z.string() })

/** Folders of the workspaces by their package's name. */
export function workspaceFolders(): Map<string, string> {
  const manifests = globSync(['{packages,services}/*/package.json', '{web,infra}/package.json'], { cwd: ROOT })
  return new Map(
    manifests.map((file) => [Manifest.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8'))).name, dirname(file)]),
  )
}
