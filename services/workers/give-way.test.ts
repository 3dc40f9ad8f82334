import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const LOOK = `
  import { getPriority } from 'node:os'
  import { giveWay } from ${JSON.stringify(new URL('give-way.ts', import.meta.url).href)}
  giveWay()
  console.log(getPriority())
`

it('mails and documents give way to the processes that people wait for', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LOOK])
  expect(Number(stdout)).toBeGreaterThan(0)
})
