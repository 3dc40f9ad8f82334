import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { childrenOf, freeze } from './freeze.ts'

const SOON = { timeout: 10_000, interval: 1 }

it('a server whose children come and go stands still with all of them, and goes on', async ({ skip }) => {
  skip(!existsSync('/proc/self/stat'), 'this system does not show the children of a process')
  // In the background, as a shell waits for others to begin where no signal reaches it.
  const server = start('while :; do sleep 0.003 & sleep 0.002 & wait; done')
  for (let time = 0; time < 50; time += 1) {
    await vi.waitFor(() => expect(childrenOf(server)).not.toEqual([]), SOON)
    const wake = freeze(server)
    try {
      await vi.waitFor(() => expect([server, ...childrenOf(server)].filter(isMoving)).toEqual([]), SOON)
      const before = childrenOf(server)
      await delay(5)
      expect(childrenOf(server)).toEqual(before)
    } finally {
      wake?.()
    }
    await vi.waitFor(() => expect(isMoving(server)).toBe(true), SOON)
  }
})

it('who has ended while all stood still keeps nobody else from going on', async ({ skip }) => {
  skip(!existsSync('/proc/self/stat'), 'this system does not show the children of a process')
  const server = start('sleep 60 & sleep 60 & wait')
  await vi.waitFor(() => expect(childrenOf(server)).toHaveLength(2), SOON)
  const [first = 0, second = 0] = childrenOf(server)
  const wake = freeze(server)
  process.kill(first, 'SIGKILL')
  wake?.()
  await vi.waitFor(() => expect([server, second].filter(isMoving)).toEqual([server, second]), SOON)
})

it('a server that is gone cannot be frozen', async () => {
  const server = spawn('true')
  await once(server, 'exit')
  expect(freeze(idOf(server))).toBeUndefined()
})

/** Runs a shell that forks, as the database server does. */
function start(script: string): number {
  const shell = spawn('sh', ['-c', script], { stdio: 'ignore', detached: true })
  const group = idOf(shell)
  onTestFinished(async () => {
    process.kill(-group, 'SIGKILL')
    if (shell.exitCode === null && shell.signalCode === null) await once(shell, 'exit')
  })
  return group
}

function idOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('it was not started')
  return pid
}

/** Whether it is neither stopped nor dead. */
function isMoving(pid: number): boolean {
  const [state = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
  return !['T', 'Z', 'X'].includes(state)
}
