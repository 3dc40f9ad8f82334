import { z } from 'zod'

const Names = z.record(z.string(), z.string()).default({})

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), resolved: z.string().optional(), optionalDependencies: Names }),
  ),
})

/**
 * What would break `npm ci` on another machine, one sentence each; none when the lockfile is sound. `text` is a
 * package-lock.json.
 *
 * npm writes a lockfile from what is on the machine: a release whose package for another platform was not published yet
 * (or was not installed here) is named as an optional dependency and then missing, and addresses of the registry that
 * happened to be used end up in `resolved`.
 */
export function faultsOfLockfile(text: string): string[] {
  const { packages } = Lockfile.parse(JSON.parse(text))
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...Object.entries(entry.optionalDependencies)
      .filter(([name]) => !isFound(packages, path, name))
      .map(([name, range]) => `${path}@${entry.version} wants ${name}@${range}, which the lockfile does not hold.`),
    ...(/^[a-z+]+:\/\//.test(entry.resolved ?? '') ? [`${path} is tied to one registry: ${entry.resolved}`] : []),
  ])
}

/** Looks where Node would look: beside the package, then in each folder above it. */
function isFound(packages: Readonly<Record<string, unknown>>, path: string, name: string): boolean {
  if (`${path === '' ? '' : `${path}/`}node_modules/${name}` in packages) return true
  if (path === '') return false
  const above = path.lastIndexOf('/node_modules/')
  return isFound(packages, above === -1 ? '' : path.slice(0, above), name)
}
