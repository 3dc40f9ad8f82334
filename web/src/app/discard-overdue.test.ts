import { afterEach, describe, expect, it, vi } from 'vitest'
import { added } from '../offline/outbox/queue.ts'
import { deskOf, renterOf } from '../offline/owners.ts'
import { seal, unseal } from '../offline/sealed.ts'
import { at } from '../offline/testing/at.ts'
import { stored } from '../offline/testing/in-memory.ts'
import { discardOverdue } from './discard-overdue.ts'

vi.mock('idb-keyval', () => import('../offline/testing/in-memory.ts'))

const NOW = Date.UTC(2026, 10, 21, 9)
const DAY = 86_400_000
const desk = deskOf('ada', 'harbour')
const kept = () => [...stored('forecourt-sealed').keys()]

at(NOW, 'forecourt-sealed')
afterEach(() => stored('forecourt-outbox').clear())

/** Something that is sealed for a week, and an action that waits to send it. */
async function waiting(owner: string): Promise<string> {
  const id = await seal(owner, new Blob(['the face of Ada Byron']), 7 * DAY)
  const action = { id: 'a', subject: 'a', name: 'a', args: { draft: id }, label: 'a', createdAt: NOW, heldUntil: NOW }
  stored('forecourt-outbox').set('ada:harbour', added([], action))
  return id
}

describe('what is sealed and whose time is over', () => {
  it('stays at a desk as long as its action waits, though the clock is a week fast', async () => {
    const id = await waiting(desk)
    const forgotten = await seal(desk, new Blob(['nobody sends it']), 7 * DAY)
    expect(kept()).toEqual([id, forgotten])
    await discardOverdue(NOW + 8 * DAY)
    expect(kept()).toEqual([id])
    stored('forecourt-outbox').clear()
    await discardOverdue(NOW + 8 * DAY)
    expect(kept()).toEqual([])
  })

  it('stays with its action though the clock was a year behind when it was sealed, and can be sent', async () => {
    const id = await waiting(desk)
    vi.setSystemTime(NOW + 365 * DAY)
    await discardOverdue(Date.now())
    expect(kept()).toEqual([id])
    expect(await (await unseal(id))?.text()).toBe('the face of Ada Byron')
  })

  it('does not stay for good with an action that nobody comes back to, whatever the clock has said meanwhile', async () => {
    const id = await waiting(desk)
    for (const days of [400, 8, 14.9]) await discardOverdue(NOW + days * DAY)
    expect(kept()).toEqual([id])
    await discardOverdue(NOW + 15 * DAY)
    expect(kept()).toEqual([])
  })

  it('is deleted on a renter’s phone, also what waits: they were told so', async () => {
    await waiting(renterOf('harbour-hire'))
    await discardOverdue(NOW + 8 * DAY)
    expect(kept()).toEqual([])
  })
})
