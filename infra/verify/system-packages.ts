import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const POLICY = '/usr/sbin/policy-rc.d'

/** Whether a program is on the path. */
export function has(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Whether this system's lists of packages, as they are, have one of that name. */
export const isOffered = (name: string): boolean =>
  has('apt-cache') && spawnSync('apt-cache', ['show', name], { stdio: 'ignore', timeout: 60_000 }).status === 0

/** The one command that would install a Debian package by hand. */
export const byHand = (name: string) => `apt-get install -y --no-install-recommends ${name}`

/**
 * Installs Debian packages when this is Debian and we are root; returns whether they were installed. No service that
 * comes with them is started: Debian asks `policy-rc.d` before it does.
 */
export function installPackages(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !has('apt-get')) return false
  const ours = !existsSync(POLICY)
  if (ours) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const install = () => aptGet('install', '-y', '-qq', '--no-install-recommends', ...names)
    // The lists of packages may be missing or too old to fetch by.
    return install() || (aptGet('update', '-qq') && install())
  } finally {
    if (ours) rmSync(POLICY, { force: true })
  }
}

function aptGet(...args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 300_000 }).status === 0
}
