import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubFileStore } from '../../lib/testing/file-store.ts'
import { discardOld, unseal } from '../../offline/sealed.ts'
import { stored } from '../../offline/testing/in-memory.ts'
import { keptWith, sealPaper, sealSignature, sendPaper } from './waiting-papers.ts'

vi.mock('idb-keyval', () => import('../../offline/testing/in-memory.ts'))

const NOW = Date.UTC(2026, 11, 20, 9)
const DAY = 86_400_000
const signature = { sha256: 'a'.repeat(64), name: 'Ada Byron', consent: true } as const

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  stored('forecourt-sealed').clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/**
 * The server, and a file on its way to the store; `meanwhile` happens before it has arrived.
 * @param attached what it says to the first calls that attach a file
 */
function server(meanwhile: () => void, ...attached: readonly Response[]) {
  const calls: string[] = []
  const said = [...attached]
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`)
    const answer = path.startsWith('/api/admin/') ? said.shift() : undefined
    if (answer !== undefined) return answer
    const uploadURL = 'http://localhost/forecourt/incoming/contract/1'
    return Response.json({ uploadURL, objectPath: '/objects/contracts/1' })
  })
  stubFileStore(meanwhile)
  return calls
}

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

const paper = () => sealPaper('desk:ada:harbour', new File(['a scan'], 'contract.pdf'), 'application/pdf')

describe('a paper that is being uploaded', () => {
  const UPLOADED = ['POST /api/objects/upload', 'PUT /api/contract-upload']
  const ATTACHED = 'PUT /api/admin/bookings/one/contract'

  it('is given up when whoever chose it signs out: nothing more of theirs is sent', async () => {
    const outbox = new AbortController()
    const calls = server(() => outbox.abort())
    const sending = sendPaper('one', await paper(), { key: 'key', member: 'ada', signal: outbox.signal })
    await expect(sending).rejects.toThrow('cancelled')
    expect(calls).toEqual(UPLOADED.slice(0, 1))
  })

  it('is attached when it has arrived, and not uploaded again where only that failed', async () => {
    const by = { key: 'key', member: 'ada', signal: new AbortController().signal }
    const calls = server(() => undefined)
    const sealed = await paper()
    for (const _ of ['once', 'again']) await sendPaper('one', sealed, by).catch(() => undefined)
    expect(calls).toEqual([...UPLOADED, ATTACHED, ATTACHED])
  })

  it('is the same one a day later, as its answer may have been lost; another only when the server does not know it any more', async () => {
    const by = { key: 'key', member: 'ada', signal: new AbortController().signal }
    const lost = {
      type: 'about:blank',
      title: 'No',
      status: 422,
      code: 'contract-unknown',
      detail: 'No',
      message: 'No',
    }
    const calls = server(() => undefined, Response.error(), Response.error(), Response.json(lost, { status: 422 }))
    const sealed = await paper()
    await sendPaper('one', sealed, by).catch(() => undefined)
    vi.setSystemTime(NOW + DAY)
    await sendPaper('one', sealed, by).catch(() => undefined)
    await sendPaper('one', sealed, by).catch(() => undefined)
    expect(calls).toEqual([...UPLOADED, ATTACHED, ATTACHED, ATTACHED, ...UPLOADED, ATTACHED])
  })
})
