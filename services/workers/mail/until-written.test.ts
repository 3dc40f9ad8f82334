import { createLog } from '@forecourt/kit/logging.ts'
import { expect, it } from 'vitest'
import { untilWritten } from './until-written.ts'

const silent = createLog({ service: 'test', level: 'silent' })

it('what was sent is written down as soon as the log takes it', async () => {
  let tries = 0
  await untilWritten(silent, 'one', async () => {
    tries += 1
    if (tries < 3) throw new Error('the disk is full')
  })
  expect(tries).toBe(3)
})

it('a process that is told to stop tries once more and does not wait for a log that takes nothing down', async () => {
  const ending = new AbortController()
  let tries = 0
  const writing = untilWritten(
    silent,
    'one',
    async () => {
      tries += 1
      throw new Error('the disk is full')
    },
    ending.signal,
  )
  await Promise.resolve()
  ending.abort()
  await expect(writing).rejects.toThrow('the disk is full')
  expect(tries).toBe(2)
})
