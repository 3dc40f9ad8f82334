import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Seal } from '@forecourt/event-log/seals/chain.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLog } from './check-log.ts'
import { sealedParts } from './sealed-parts.ts'
import { eventAt, MadeLog } from './testing/made-log.ts'

let folder: string
let file: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-check-'))
})
beforeEach(() => {
  file = join(folder, `${crypto.randomUUID()}.jsonl`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const linesOf = (seals: readonly (Seal | undefined)[]) => seals.map((seal) => `${JSON.stringify(seal)}\n`).join('')
const check = async (made: MadeLog, path?: string) =>
  await checkLog({ log: made.log, publicKeys: made.publicKeys, file: path, isDense: false })

describe('beside a sealer at work', () => {
  it('a seal over what came after the look began belongs to the next look: its events are not missing', async () => {
    const made = new MadeLog(25)
    made.seal(10)
    made.seal(20)
    made.onSeal = (number) => {
      if (number !== 2) return
      for (let position = 26; position <= 40; position += 1) made.events.push(eventAt(position))
      made.seal(40)
      made.onSeal = () => {}
    }
    expect(await check(made)).toEqual({ events: 25, seals: 2, unsealed: 5, findings: [] })
    expect(await check(made)).toEqual({ events: 40, seals: 3, unsealed: 0, findings: [] })
  })

  it('a seal that the file gets meanwhile is no end that was cut off', async () => {
    const made = new MadeLog(20)
    made.seal(10)
    writeFileSync(file, linesOf(made.seals))
    made.onSeal = () => {
      if (made.seals.length > 1) return
      for (let position = 21; position <= 30; position += 1) made.events.push(eventAt(position))
      appendFileSync(file, linesOf([made.seal(30)]))
    }
    expect(await check(made, file)).toMatchObject({ seals: 1, unsealed: 10, findings: [] })
  })

  it('and of two that wrote the same seals to one file: what is repeated contradicts nothing', async () => {
    const made = new MadeLog(30)
    const [one, two, three] = [made.seal(10), made.seal(20), made.seal(30)]
    writeFileSync(file, linesOf([one, two, two, three, two, three]))
    expect((await check(made, file)).findings).toEqual([])
  })
})

describe('a look that could not see what it should is not well', () => {
  it('a file that is not there', async () => {
    const made = new MadeLog(10)
    made.seal(10)
    const { findings } = await check(made, file)
    expect(findings).toEqual([{ position: undefined, what: expect.stringContaining(`${file}, which is not there`) }])
  })

  it('events without any seal', async () => {
    expect((await check(new MadeLog(10))).findings).toMatchObject([
      { what: expect.stringMatching(/^there are 10 events and not one seal/) },
    ])
    expect((await check(new MadeLog(0))).findings).toEqual([])
  })

  it('a file that is further behind than a sealer between its two writes', async () => {
    const made = new MadeLog(30)
    const [one, two, three] = [made.seal(10), made.seal(20), made.seal(30)]
    writeFileSync(file, linesOf([one]))
    expect((await check(made, file)).findings).toMatchObject([
      { what: expect.stringMatching(/^the file ends with seal 1, but the log has 3/) },
    ])
    writeFileSync(file, linesOf([one, two]))
    expect((await check(made, file)).findings).toEqual([])
    writeFileSync(file, linesOf([one, two, three]))
    expect((await check(made, file)).findings).toEqual([])
  })
})

it('a seal that is said to cover the whole log makes nobody hold the whole log', async () => {
  const made = new MadeLog(5_000)
  const seal = made.seal(1)
  made.seals[0] = { ...seal, throughPosition: '9000000000000000000' }
  const sizes = (await Array.fromAsync(sealedParts(made.log, made.publicKeys))).map(({ events }) => events.length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(5_000)
  expect((await check(made)).findings).toMatchObject([{ what: expect.stringContaining('is forged') }])
})

it('the last event of a seal that was removed is named by the position of what follows it', async () => {
  const made = new MadeLog(20)
  made.seal(10)
  made.seal(20)
  made.events.splice(9, 1)
  expect((await check(made)).findings).toEqual([
    { position: 11n, what: 'an event that was sealed is missing here: it was removed (seal 1)' },
  ])
})
