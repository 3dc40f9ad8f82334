import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { attachPaper, issueAnew, signAtDesk } from '../features/contracts/actions.ts'
import { sealPaper, sealSignature } from '../features/contracts/waiting-papers.ts'
import { checkLicence } from '../features/customers/actions.ts'
import { toggleAvailability } from '../features/fleet/actions.ts'
import { noteDueDates } from '../features/maintenance/actions.ts'
import { stubFileStore } from '../lib/testing/file-store.ts'
import type { Action } from '../offline/outbox/action.ts'
import { openOutbox } from '../offline/outbox/outbox.ts'
import type { Outbox } from '../offline/outbox/outbox-interface.ts'
import { stored } from '../offline/testing/in-memory.ts'
import { deskActions } from './desk-actions.ts'

// What is sealed is on the device; the outbox's own list is in this tab's memory, as in a private window.
vi.mock('idb-keyval', async () => {
  const device = await import('../offline/testing/in-memory.ts')
  const createStore = (database: string) =>
    database === 'forecourt-outbox' ? () => Promise.reject(new Error('No room')) : device.createStore(database)
  return { ...device, createStore }
})

const id = 'one'
const desk = 'desk:ada:harbour'
const signedAt = '2026-12-01T09:00:00.000Z'
const sign = async (sha256: string) => {
  const sealed = await sealSignature(desk, { sha256, name: 'Grace Hopper', consent: true })
  return { id, sealed, sha256, signedAt }
}
const paper = async () => ({ id, sealed: await sealPaper(desk, new File(['a scan'], 'a.pdf'), 'application/pdf') })
const check = (licenseStatus: 'verified' | 'expired') => Promise.resolve({ id, licenseStatus })
const toggle = (status: 'available' | 'unavailable') => Promise.resolve({ id, status })
const dues = (mot: string) => {
  const dueDates = { mot, service: null, insurance: null, tax: null }
  return Promise.resolve({ carId: 'fiesta', carName: 'Ford Fiesta', dueDates })
}

/** The first command about something is refused, the next one gets no answer that this app understands. */
function server() {
  const commands: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.startsWith('/api/admin/')) {
      return Response.json({ uploadURL: 'http://localhost/incoming/contract/1', objectPath: '/objects/contracts/1' })
    }
    commands.push(path)
    if (commands.length > 1) return Response.json({})
    const said = { type: 'about:blank', title: 'No', status: 409, detail: 'No', message: 'No', code: 'no' }
    return Response.json(said, { status: 409 })
  })
  stubFileStore()
  return commands
}

let outbox: Outbox
beforeEach(async () => {
  const quiet = { addEventListener: () => undefined }
  vi.stubGlobal('window', quiet)
  vi.stubGlobal('document', quiet)
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  outbox = await openOutbox({
    userId: 'ada',
    businessId: crypto.randomUUID(),
    registry: deskActions,
    isTheirSession: async () => true,
    onAccepted: async () => undefined,
    onRefused: () => undefined,
    onNotTheirs: () => undefined,
  })
})
afterEach(async () => {
  await outbox.close()
  vi.unstubAllGlobals()
  stored('forecourt-sealed').clear()
})

/** Does it, is refused, and does it anew. */
async function doneAnew<Args>(action: Action<Args>, first: Promise<Args>, second: () => Promise<Args>) {
  const commands = server()
  await outbox.perform(action, await first, { label: 'first' })
  await expect.poll(() => outbox.actions()).toMatchObject([{ label: 'first', state: 'refused' }])
  await outbox.perform(action, await second(), { label: 'second' })
  await expect.poll(() => commands).toHaveLength(2)
  return outbox.actions().map(({ label }) => label)
}
const sealed = () => [...stored('forecourt-sealed').keys()]

describe('what was refused and is done anew does not wait behind the refused one, which nobody can want any more', () => {
  it('a contract that is made', async () =>
    expect(await doneAnew(issueAnew, Promise.resolve({ id }), async () => ({ id }))).toEqual(['second']))

  it('a signature, and the one before does not stay on the device', async () => {
    const second = sign('b'.repeat(64))
    expect(await doneAnew(signAtDesk, sign('a'.repeat(64)), () => second)).toEqual(['second'])
    await expect.poll(sealed).toEqual([(await second).sealed])
  })

  it('a contract on paper, and the one before does not stay on the device', async () => {
    const second = paper()
    expect(await doneAnew(attachPaper, paper(), () => second)).toEqual(['second'])
    await expect.poll(sealed).toEqual([(await second).sealed])
  })

  it('a look at a licence', async () =>
    expect(await doneAnew(checkLicence, check('expired'), () => check('verified'))).toEqual(['second']))

  it('due dates', async () =>
    expect(await doneAnew(noteDueDates, dues('2027-01-31'), () => dues('2027-03-31'))).toEqual(['second']))

  it('whether a vehicle can be had', async () => {
    const again = () => toggle('unavailable')
    expect(await doneAnew(toggleAvailability, toggle('available'), again)).toEqual(['second'])
  })
})
