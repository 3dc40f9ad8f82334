import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Reading a file starts threads, as whatever a process does before it gives way may. */
const LOOK = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { readFile } from 'node:fs/promises'
  import { getPriority } from 'node:os'
  import { giveWay } from ${JSON.stringify(new URL('give-way.ts', import.meta.url).href)}
  await readFile('/proc/self/stat')
  giveWay()
  await readFile('/proc/self/stat')
  console.log(
    JSON.stringify(
      readdirSync('/proc/self/task').map((thread) => ({
        priority: getPriority(Number(thread)),
        // The 41st of what stat says: behind the name in brackets come 38 before it.
        policy: Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ').at(-1).split(' ')[38]),
      })),
    ),
  )
`
/** Linux's SCHED_IDLE. */
const IDLE = 5

it('mails and documents give way to the processes that people wait for, with all threads', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LOOK])
  const threads: { priority: number; policy: number }[] = JSON.parse(stdout)
  expect(threads.length).toBeGreaterThan(1)
  expect(threads.filter(({ priority, policy }) => priority <= 0 || policy !== IDLE)).toEqual([])
})

it('where the system has no tool for it, they have the lower priority alone', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LOOK], {
    env: { ...process.env, PATH: '' },
  })
  const threads: { priority: number; policy: number }[] = JSON.parse(stdout)
  expect(threads.filter(({ priority, policy }) => priority <= 0 || policy !== 0)).toEqual([])
})
