import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCopy, forgetOtherCopies, memberKey, queryCopy, readAhead } from './query-copy.ts'
import { stored } from './testing/in-memory.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))
vi.stubGlobal('CONTRACTS_HASH', 'now')

const ada = memberKey('ada', 'harbour')
const grace = memberKey('grace', 'harbour')
const copyOf = (text: string) => ({ buster: 'now', timestamp: 0, clientState: { mutations: [], queries: [], text } })
const keep = (key: string, text: string) => stored('keyval-store').set(key, copyOf(text))
const restored = async (key: string) => await queryCopy(key, { keptIn: 'member' }).options.persister.restoreClient()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  keep(ada, 'as it was')
  keep(grace, 'what Grace has seen')
})
afterEach(() => vi.useRealTimers())

test('a copy that was read ahead is there at once, and one time', async () => {
  void readAhead(ada)
  keep(ada, 'as it is')
  expect(await restored(ada)).toEqual(copyOf('as it was'))
  expect(await restored(ada)).toEqual(copyOf('as it is'))
})

test('what was read ahead for one member is shown to no other', async () => {
  void readAhead(ada)
  expect(await restored(grace)).toEqual(copyOf('what Grace has seen'))
})

test('what was read ahead some time ago is read again: another tab may have written since', async () => {
  void readAhead(ada)
  keep(ada, 'as it is')
  vi.setSystemTime(Date.now() + 6_000)
  expect(await restored(ada)).toEqual(copyOf('as it is'))
})

test('what is over by the time that it is read is not brought back, and is forgotten', async () => {
  let isOver = false
  const { persister } = queryCopy(ada, { isOver: () => isOver }).options
  const reading = persister.restoreClient()
  isOver = true
  expect(await reading).toBeUndefined()
  await vi.waitFor(() => expect([...stored('keyval-store').keys()]).toEqual([grace]))
})

test('who signs out leaves neither a copy nor what was seen of it; what is of another member stays until somebody else comes', async () => {
  const kept = stored('keyval-store')
  for (const key of [`${ada}:seen:overview`, `${grace}:seen:overview`]) kept.set(key, {})
  await forgetCopy('ada', 'harbour')
  expect([...kept.keys()].filter((key) => key.startsWith('adm:'))).toEqual([grace, `${grace}:seen:overview`])

  keep(ada, 'as it was')
  kept.set(`${ada}:seen:overview`, {})
  await forgetOtherCopies('ada', 'harbour')
  expect([...kept.keys()].filter((key) => key.startsWith('adm:'))).toEqual([ada, `${ada}:seen:overview`])
})
