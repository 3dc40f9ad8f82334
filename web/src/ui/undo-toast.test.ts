import { afterEach, describe, expect, it } from 'vitest'
import { failureToast, toast, toastQueue } from './toast-queue.ts'
import { dropUndo, showAfterUndo, undoToast, withdrawUndo } from './undo-toast.ts'

/** The toast that is shown: there is never more than one. */
const shown = () => toastQueue.visibleToasts.map(({ content }) => content.title)
const itsTimeIsOver = () => {
  for (const { key } of toastQueue.visibleToasts) toastQueue.close(key)
}
const soon = () => Promise.resolve()
const success = (subject: string) => showAfterUndo({ title: 'Saved', variant: 'default', subject })
const refusal = (subject: string) => showAfterUndo({ title: 'Refused', variant: 'destructive', subject })
const approve = (subject: string) => undoToast(`Approved: ${subject}`, () => undefined, subject)

afterEach(async () => {
  while (toastQueue.visibleToasts.length > 0) {
    toastQueue.clear()
    await soon()
  }
})

describe('an Undo that is shown', () => {
  it('is taken away by no success, which is said when it is gone', async () => {
    approve('Grace')
    success('Ada')
    toast('Settings saved')
    expect(shown()).toEqual(['Approved: Grace'])
    itsTimeIsOver()
    await soon()
    expect(shown()).toEqual(['Settings saved'])
    itsTimeIsOver()
    await soon()
    expect(shown()).toEqual([])
  })

  it('is taken away by no refusal of something else, of which people are told after it, whatever succeeds', async () => {
    approve('Grace')
    refusal('Ada')
    success('Linus')
    expect(shown()).toEqual(['Approved: Grace'])
    itsTimeIsOver()
    await soon()
    expect(shown()).toEqual(['Refused'])
  })

  it('goes when what it would take back was sent, and with it the news that have waited', async () => {
    approve('Grace')
    success('Ada')
    success('Grace')
    expect(shown()).toEqual(['Saved'])
    itsTimeIsOver()
    await soon()
    expect(shown()).toEqual([])
  })

  it('goes when something else is done about the same, also before it was shown', async () => {
    approve('Grace')
    undoToast('Unavailable', () => undefined, 'Fiesta', showAfterUndo)
    withdrawUndo('Fiesta')
    withdrawUndo('Grace')
    await soon()
    expect(shown()).toEqual([])
  })

  it('that waits is not lost to a success, whether before or after it is shown', async () => {
    approve('Grace')
    undoToast('Unavailable', () => undefined, 'Fiesta', showAfterUndo)
    success('Ada')
    success('Grace')
    expect(shown()).toEqual(['Saved'])
    itsTimeIsOver()
    await soon()
    expect(shown()).toEqual(['Unavailable'])
  })

  it('goes with whoever has done it, and so does what waits behind it', async () => {
    approve('Grace')
    refusal('Ada')
    dropUndo()
    await soon()
    expect(shown()).toEqual([])
  })

  it('makes place for the next one, and for what went wrong with what a person has just done', async () => {
    approve('Ada')
    approve('Grace')
    expect(shown()).toEqual(['Approved: Grace'])
    failureToast('Failed to export')
    expect(shown()).toEqual(['Failed to export'])
  })
})
