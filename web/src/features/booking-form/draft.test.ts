import { afterEach, describe, expect, it, vi } from 'vitest'
import { refuseAll, stored } from '../../offline/testing/in-memory.ts'
import { emptyDraft, forgetDraft, keepDraft, restoreDraft } from './draft.ts'

vi.mock('idb-keyval', () => import('../../offline/testing/in-memory.ts'))

const typed = { ...emptyDraft, customerName: 'Ada Byron' }

afterEach(() => {
  refuseAll(false)
  stored('keyval-store').clear()
})

describe('a draft on the device', () => {
  it('comes back as it was typed, and leaves no trace when it is emptied or forgotten', async () => {
    await keepDraft('harbour-hire', typed)
    expect(await restoreDraft('harbour-hire')).toEqual(typed)
    await keepDraft('harbour-hire', emptyDraft)
    await keepDraft('desk:ada:harbour', typed)
    await forgetDraft('desk:ada:harbour')
    expect(stored('keyval-store').size).toBe(0)
  })

  it('is unknown in a browser whose store throws at once, and signing out comes to its end', async () => {
    refuseAll(true)
    expect(await restoreDraft('harbour-hire')).toBeUndefined()
    await keepDraft('harbour-hire', typed)
    await expect(forgetDraft('harbour-hire')).resolves.toBeUndefined()
  })
})
