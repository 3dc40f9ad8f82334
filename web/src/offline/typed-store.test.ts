import { expect, it, vi } from 'vitest'
import { forgetCopy, forgetOtherCopies, memberKey } from './query-copy.ts'
import { at } from './testing/at.ts'
import { refuseAll, stored } from './testing/in-memory.ts'
import { forgetOldTyped, keepTyped, readTyped } from './typed-store.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))

const NOW = Date.UTC(2026, 10, 22, 9)
const DAY = 86_400_000
const ada = memberKey('ada', 'harbour')
const grace = memberKey('grace', 'harbour')
const rows = () => stored('keyval-store')
const all = async (copy: string) => Object.fromEntries((await readTyped(copy)).typed)

at(NOW, 'keyval-store')

it('has each draft under its form and what it is about, whatever the ids look like', async () => {
  await keepTyped(ada, 'vehicle', 'new', { name: 'Fiesta' })
  await keepTyped(ada, 'vehicle', 'golf', { name: 'Golf' })
  await keepTyped(ada, 'maintenance', 'waiting:a:b', { note: 'tyres' })
  await keepTyped(grace, 'notes', 'one', 'not Ada’s')
  expect(await all(ada)).toEqual({
    vehicle: { new: { name: 'Fiesta' }, golf: { name: 'Golf' } },
    maintenance: { 'waiting:a:b': { note: 'tyres' } },
  })
})

it('is on the device when it says so, and nothing of it is when it is forgotten', async () => {
  await keepTyped(ada, 'notes', 'one', 'Rang twice')
  expect(JSON.stringify([...rows()])).toContain('Rang twice')
  await keepTyped(ada, 'notes', 'one', undefined)
  expect(rows().size).toBe(0)
})

it('keeps each draft for itself: another tab that writes down its own, or its copy, takes none away', async () => {
  await keepTyped(ada, 'vehicle', 'new', { name: 'Fiesta' })
  rows().set(ada, { clientState: { queries: [] } })
  await keepTyped(ada, 'vehicle', 'golf', { name: 'Golf' })
  await keepTyped(ada, 'vehicle', 'golf', undefined)
  expect(await all(ada)).toEqual({ vehicle: { new: { name: 'Fiesta' } } })
})

it('counts no more after seven days, and is deleted then; neither does what is no draft', async () => {
  await keepTyped(ada, 'notes', 'one', 'Rang twice')
  rows().set(`${ada}:typed:notes:two`, 'something else')
  vi.setSystemTime(NOW + 7 * DAY)
  expect(await all(ada)).toEqual({ notes: { one: 'Rang twice' } })
  vi.setSystemTime(NOW + 7 * DAY + 1)
  expect(await all(ada)).toEqual({})
  expect(rows().size).toBe(0)
})

it('is gone with the copy when the member signs out, and waits for them when another one comes', async () => {
  await keepTyped(ada, 'notes', 'one', 'Rang twice')
  await keepTyped(grace, 'notes', 'one', 'paid in cash')
  rows().set(grace, { clientState: { queries: [] } })
  await forgetCopy('ada', 'harbour')
  expect(await all(ada)).toEqual({})
  await forgetOtherCopies('ada', 'harbour')
  expect(rows().has(grace), 'what Grace has seen').toBe(false)
  expect(await all(grace)).toEqual({ notes: { one: 'paid in cash' } })
  await forgetCopy('grace', 'harbour')
  expect(rows().size).toBe(0)
})

it('is deleted after seven days by whoever opens a desk there: the member may never be back', async () => {
  await keepTyped(grace, 'notes', 'one', 'paid in cash')
  rows().set(`${grace}:typed:notes:two`, 'something else')
  rows().set(ada, { clientState: { queries: [] } })
  vi.setSystemTime(NOW + 7 * DAY)
  await forgetOldTyped()
  expect([...rows().keys()]).toEqual([`${grace}:typed:notes:one`, ada])
  vi.setSystemTime(NOW + 7 * DAY + 1)
  await forgetOldTyped()
  expect([...rows().keys()]).toEqual([ada])
})

it('disturbs nobody where the browser keeps nothing', async () => {
  refuseAll(true)
  await expect(keepTyped(ada, 'vehicle', 'new', { name: 'Fiesta' })).resolves.toBeUndefined()
  expect(await all(ada)).toEqual({})
})
