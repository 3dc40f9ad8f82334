import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Reading a file starts threads, as whatever a process does before it gives way may. */
const LOOK = `
  import { readdirSync } from 'node:fs'
  import { readFile } from 'node:fs/promises'
  import { getPriority } from 'node:os'
  import { giveWay } from ${JSON.stringify(new URL('give-way.ts', import.meta.url).href)}
  await readFile('/proc/self/stat')
  giveWay()
  console.log(JSON.stringify(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))))
`

it('mails and documents give way to the processes that people wait for, with all threads', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LOOK])
  const priorities: number[] = JSON.parse(stdout)
  expect(priorities.length).toBeGreaterThan(1)
  expect(priorities.filter((priority) => priority <= 0)).toEqual([])
})
