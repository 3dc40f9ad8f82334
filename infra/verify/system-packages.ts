import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const POLICY = '/usr/sbin/policy-rc.d'

/** Whether a program is on the path. */
export function has(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Whether Debian has a package of that name for this system, whose lists of packages may never have been fetched. */
export function isOffered(name: string): boolean {
  const isListed = () => succeeds('apt-cache', ['show', name])
  return has('apt-cache') && (isListed() || (isRoot() && aptGet('update', '-qq') && isListed()))
}

/** The one command that would install a Debian package by hand. */
export const byHand = (name: string) => `apt-get install -y --no-install-recommends ${name}`

/**
 * Installs Debian packages when this is Debian and we are root; returns whether they were installed. No service that
 * comes with them is started: Debian asks `policy-rc.d` before it does.
 */
export function installPackages(names: readonly string[]): boolean {
  if (!isRoot() || !has('apt-get')) return false
  const ours = !existsSync(POLICY)
  if (ours) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const install = () => aptGet('install', '-y', '-qq', '--no-install-recommends', ...names)
    // The lists of packages may be missing or too old to fetch by, and whoever installed last may have been stopped in it.
    return install() || (finishStopped() && aptGet('update', '-qq') && install())
  } finally {
    if (ours) rmSync(POLICY, { force: true })
  }
}

const isRoot = () => process.getuid?.() === 0

/** Until that is done apt-get refuses everything. */
const finishStopped = (): boolean => succeeds('dpkg', ['--force-confdef', '--force-confold', '--configure', '-a'])

const aptGet = (...args: readonly string[]): boolean => succeeds('apt-get', args)

function succeeds(program: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: 'ignore', env, timeout: 300_000 }).status === 0
}
