import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { discardOld, unseal } from '../../offline/sealed.ts'
import { stored } from '../../offline/testing/in-memory.ts'
import { keptWith, sealPaper, sealSignature } from './waiting-papers.ts'

vi.mock('idb-keyval', () => import('../../offline/testing/in-memory.ts'))

const NOW = Date.UTC(2026, 11, 20, 9)
const DAY = 86_400_000
const signature = { sha256: 'a'.repeat(64), name: 'Ada Byron', consent: true } as const

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  stored('forecourt-sealed').clear()
  vi.useRealTimers()
})

describe('what was signed and waits to be sent', () => {
  it('is on the device as long as its action, also when the tablet was off for a month', async () => {
    const sealed = await sealSignature('harbour', signature)
    const paper = await sealPaper('harbour', new File(['a scan'], 'contract.pdf'), 'application/pdf')
    vi.setSystemTime(NOW + 30 * DAY)
    await discardOld(Date.now())
    expect(await (await unseal(sealed))?.text()).toBe(JSON.stringify(signature))
    expect(await (await unseal(paper))?.text()).toBe('a scan')
  })

  it('is not kept when the outbox did not take its action', async () => {
    const sealed = await sealSignature('harbour', signature)
    await expect(keptWith(sealed, Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await unseal(sealed)).toBeUndefined()
  })
})
