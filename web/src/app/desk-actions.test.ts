import { afterEach, describe, expect, it, vi } from 'vitest'
import { sealPaper, sealSignature } from '../features/contracts/waiting-papers.ts'
import { draftOf, readDraft } from '../features/fleet/model.ts'
import { fiesta } from '../features/fleet/testing/fiesta.ts'
import { actAs } from '../lib/api.ts'
import { stubFileStore } from '../lib/testing/file-store.ts'
import { stored } from '../offline/testing/in-memory.ts'
import { deskActions } from './desk-actions.ts'

vi.mock('idb-keyval', () => import('../offline/testing/in-memory.ts'))

const id = 'one'
const which = { id, carId: 'fiesta', carName: 'Ford Fiesta' }
const work = { from: '2026-12-03', to: '2026-12-05', kind: 'mot', note: null }
const dueDates = { mot: '2027-01-31', service: null, insurance: null, tax: null }
const signature = { sha256: 'a'.repeat(64), name: 'Ada Byron', consent: true } as const

/** What staff do with no more than an action's arguments; what is sealed on the device is made when it is asked for. */
const done: Readonly<Record<string, () => unknown>> = {
  'booking.decide': () => ({ id, from: 'pending', to: 'approved' }),
  'booking.save-notes': () => ({ id, adminNotes: 'Wants a child seat' }),
  'booking.hide': () => ({ id, page: 'hide-from-recent' }),
  'booking.send-link': () => ({ id }),
  'booking.decline-cancellation': () => ({ id }),
  'customer.hide': () => ({ id }),
  'customer.check-licence': () => ({ id, licenseStatus: 'verified' }),
  'vehicle.toggle': () => ({ id, status: 'unavailable' }),
  'vehicle.edit': () => ({ id, ...readDraft(draftOf(fiesta), 2026) }),
  'vehicle.due-dates': () => ({ ...which, dueDates }),
  'maintenance.schedule': () => ({ ...which, ...work, at: '2026-12-01T09:00:00.000Z' }),
  'maintenance.change': () => ({ ...which, ...work }),
  'maintenance.cancel': () => which,
  'contract.issue': () => ({ id }),
  'contract.sign': async () => ({
    id,
    sealed: await sealSignature('desk:ada:harbour', signature),
    sha256: signature.sha256,
    signedAt: '2026-12-01T09:00:00.000Z',
  }),
  'contract.attach': async () => ({
    id,
    sealed: await sealPaper('desk:ada:harbour', new File(['a scan'], 'contract.pdf'), 'application/pdf'),
  }),
}

/** Whose each call is said to be; the server answers that a file can be sent, and takes nothing else. */
function server() {
  const calls: [path: string, member: string | null][] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    calls.push([path, new Headers(headers).get('X-Acting-Member')])
    const file = { uploadURL: 'http://localhost/forecourt/incoming/contract/1', objectPath: '/objects/contracts/1' }
    return Response.json(file)
  })
  stubFileStore()
  return calls
}

afterEach(() => {
  vi.unstubAllGlobals()
  stored('forecourt-sealed').clear()
})

describe('what Ada has done is sent in her name, though Grace is at the desk by then', () => {
  // A walk-in names its member itself (`kept-request.test.ts`).
  it.each(deskActions.map(({ name }) => name).filter((name) => name !== 'booking.walk-in'))('%s', async (name) => {
    const stop = actAs('grace')
    const calls = server()
    const action = deskActions.find((one) => one.name === name)?.bind(await done[name]?.())
    await action?.send({ key: 'key', member: 'ada', signal: new AbortController().signal }).catch(() => undefined)
    stop()
    const ofMembers = calls.filter(([path]) => path !== '/api/objects/upload')
    expect(ofMembers).not.toEqual([])
    expect(ofMembers.map(([, member]) => member)).toEqual(ofMembers.map(() => 'ada'))
  })
})
