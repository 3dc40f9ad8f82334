import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NoAnswer } from '../../lib/api.ts'
import { CannotBeSent } from '../../offline/outbox/outcome.ts'
import { seal } from '../../offline/sealed.ts'
import { refuseAll, stored } from '../../offline/testing/in-memory.ts'
import { type BookingDraft, emptyDraft, KEPT_FOR_RENTER, UPLOAD_GOOD_FOR } from './draft.ts'
import { forgetKept, keep, reopened, sendKept } from './kept-request.ts'
import { attemptOf } from './model.ts'

vi.mock('idb-keyval', () => import('../../offline/testing/in-memory.ts'))

const NOW = Date.UTC(2026, 10, 21, 9)
const KEY = '6f1c9b9e-7a39-4a59-8f0e-3c2f1e8d7b61'
const CAR = '0f9a4a3e-2c1d-4a49-8d3e-5b1f6f1f7a10'
const renter = { owner: 'renter:harbour-hire', keepFor: KEPT_FOR_RENTER }
const sealed = () => stored('forecourt-sealed')

/** A call that came to the server: what it was for, and what was in it. */
interface Call {
  readonly what: string
  readonly key: string | null
  /** Whose it is said to be. */
  readonly member: string | null
  readonly body: unknown
}

/** The server, at the end of the wire: answers everything, unless it is told to fail a call once. */
function server() {
  const calls: Call[] = []
  const failing = new Map<string, () => Response>()
  let uploads = 0
  const answers: Record<string, () => unknown> = {
    'POST /api/objects/upload': () => ({ uploadURL: `http://localhost/forecourt/incoming/license/${uploads}` }),
    'PUT /api/license-upload': () => {
      uploads += 1
      return { objectPath: `/objects/licences/number${uploads}` }
    },
    'POST /api/bookings': () => ({
      id: `${CAR}.01KC2Q6Z5V8N3M4T7R9W0X1Y2Z`,
      reference: 'BR-1765180800000',
      carId: CAR,
      status: 'pending',
      pickupDate: '2026-12-08',
      dropoffDate: '2026-12-10',
      days: 2,
      dailyRate: '45.00',
      totalAmount: '90.00',
      createdAt: '2026-11-21T09:00:00.000Z',
    }),
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    const what = `${method} ${path}`
    calls.push({
      what,
      key: new Headers(headers).get('Idempotency-Key'),
      member: new Headers(headers).get('X-Acting-Member'),
      body: JSON.parse(typeof body === 'string' ? body : 'null'),
    })
    const fail = failing.get(what)
    failing.delete(what)
    return fail === undefined ? Response.json(answers[what]?.()) : fail()
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget()
      readonly status = 200
      open() {}
      setRequestHeader() {}
      send(content: Blob) {
        calls.push({ what: 'PUT the file', key: null, member: null, body: content.type })
        this.dispatchEvent(new Event('load'))
        this.dispatchEvent(new Event('loadend'))
      }
    },
  )
  return {
    calls,
    whats: () => calls.map(({ what }) => what),
    last: () => calls.at(-1),
    failOnce: (what: string, answer: () => Response) => failing.set(what, answer),
  }
}

const unreachable = () => {
  throw new TypeError('Failed to fetch')
}

/** A form that was submitted, with the licence that it had. */
function submitted(licence: BookingDraft['licence']): BookingDraft {
  const draft: BookingDraft = {
    ...emptyDraft,
    carId: CAR,
    pickupDate: '2026-12-08',
    dropoffDate: '2026-12-10',
    customerName: 'Ada Byron',
    customerEmail: 'ada@example.com',
    customerPhone: '07700900123',
    customerAddress: '12 Harbour Street',
    licence,
  }
  return { ...draft, attempt: attemptOf(draft, '90.00', { now: 1_765_180_800_000, newKey: () => KEY }) }
}

/** A request that was put aside with its licence, as without a network. */
async function kept() {
  const id = await seal(renter.owner, new Blob(['face'], { type: 'image/png' }), renter.keepFor)
  return await keep(submitted({ where: 'device', id, fileName: 'licence.png', since: NOW }), renter)
}
const onTheServer = { where: 'server', id: '/objects/licences/before', fileName: 'licence.png', since: NOW } as const

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  refuseAll(false)
  sealed().clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const LICENCE_UNKNOWN = () =>
  Response.json(
    { type: 'about:blank', title: 'No', status: 422, code: 'licence-unknown', detail: 'No', message: 'No' },
    { status: 422 },
  )

const UPLOADING = ['POST /api/objects/upload', 'PUT the file', 'PUT /api/license-upload']

describe('a request that waits on the phone', () => {
  it('says nothing of anybody where it can be read', async () => {
    const request = await kept()
    expect(request).toMatchObject({ reference: 'BR-1765180800000', carId: CAR })
    expect(JSON.stringify(request)).not.toMatch(/Ada|07700|Harbour Street/)
    for (const record of sealed().values()) expect(JSON.stringify(record)).not.toMatch(/Ada|07700|licence\.png/)
  })

  it('is kept only as it was submitted, and not by a device that keeps nothing', async () => {
    await expect(keep({ ...submitted(onTheServer), attempt: null }, renter)).rejects.toThrow('submitted')
    await expect(keep(submitted(null), renter)).rejects.toThrow('submitted')
    refuseAll(true)
    await expect(keep(submitted(onTheServer), renter)).rejects.toThrow('insecure')
  })

  it('is sent with the key of its submission, the licence first', async () => {
    const { whats, last } = server()
    const { receipt } = await sendKept(await kept())
    expect(receipt.reference).toBe('BR-1765180800000')
    expect(whats()).toEqual([...UPLOADING, 'POST /api/bookings'])
    expect(last()).toMatchObject({
      key: KEY,
      body: { customerName: 'Ada Byron', licenseImageUrl: '/objects/licences/number1', reference: 'BR-1765180800000' },
    })
  })

  it('at a desk is sent in the name of its member, and given up when they sign out while its licence is uploaded', async () => {
    const { whats, last } = server()
    const request = await kept()
    await expect(sendKept(request, { memberId: 'ada', signal: AbortSignal.abort() })).rejects.toThrow('cancelled')
    expect(whats()).toEqual(['POST /api/objects/upload'])
    await sendKept(request, { memberId: 'ada', signal: new AbortController().signal })
    expect(last()).toMatchObject({ what: 'POST /api/bookings', member: 'ada' })
  })

  it('that had arrived before it was changed is that one: nothing is asked for beside it, and it is said', async () => {
    const { calls, failOnce } = server()
    const draft = submitted(onTheServer)
    const first = { ...draft, notes: 'before' }
    const { body } = attemptOf({ ...first, attempt: null }, '90.00', { now: 1_765_180_800_000, newKey: () => KEY })
    const request = await keep(
      { ...draft, attempt: draft.attempt && { ...draft.attempt, before: [{ key: KEY, body }] } },
      renter,
    )
    const used = { type: 'about:blank', title: 'Used', status: 422, code: 'idempotency-key-reused' }
    failOnce('POST /api/bookings', () => Response.json({ ...used, detail: 'Used', message: 'Used' }, { status: 422 }))
    expect(await sendKept(request)).toMatchObject({ isAsFirstSent: true })
    expect(calls.at(-1)).toMatchObject({ key: KEY, body: { notes: 'before' } })
  })

  it('whose licence the server has is sent without another upload', async () => {
    const { whats, last } = server()
    await sendKept(await keep(submitted(onTheServer), renter))
    expect(whats()).toEqual(['POST /api/bookings'])
    expect(last()?.body).toMatchObject({ licenseImageUrl: '/objects/licences/before' })
  })

  it('that got no answer is sent again as the same: same key, same licence, not uploaded twice', async () => {
    const { calls, whats, failOnce } = server()
    const request = await kept()
    failOnce('POST /api/bookings', unreachable)
    await expect(sendKept(request)).rejects.toThrow(NoAnswer)
    await sendKept(request)
    expect(whats()).toEqual([...UPLOADING, 'POST /api/bookings', 'POST /api/bookings'])
    expect(calls.at(-1)).toEqual(calls.at(-2))
  })

  it.each(UPLOADING.filter((what) => what.includes('/api/')))('tries all of it again when %s fails', async (what) => {
    const { whats, failOnce } = server()
    const request = await kept()
    failOnce(what, () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(sendKept(request)).rejects.toThrow(ApiError)
    expect(whats()).not.toContain('POST /api/bookings')
    await sendKept(request)
    expect(whats().slice(-4)).toEqual([...UPLOADING, 'POST /api/bookings'])
  })

  it.each([
    ['uploads the licence anew when the server has deleted it meanwhile', LICENCE_UNKNOWN, '/objects/licences/number2'],
    ['is the same request again when its answer was lost, a day later too', undefined, '/objects/licences/number1'],
  ])('%s', async (_what, refusal, licence) => {
    const { calls, last, failOnce } = server()
    const id = await seal(renter.owner, new Blob(['face'], { type: 'image/png' }), 7 * KEPT_FOR_RENTER)
    const request = await keep(submitted({ where: 'device', id, fileName: 'a.png', since: NOW }), {
      ...renter,
      keepFor: 7 * KEPT_FOR_RENTER,
    })
    failOnce('POST /api/bookings', unreachable)
    await sendKept(request).catch(() => undefined)
    vi.setSystemTime(NOW + UPLOAD_GOOD_FOR)
    const first = last()
    if (refusal !== undefined) failOnce('POST /api/bookings', refusal)
    await sendKept(request)
    expect(calls.filter(({ what }) => what === 'POST /api/bookings')[1]).toEqual(first)
    expect(last()).toMatchObject({ key: KEY, body: { licenseImageUrl: licence } })
  })

  it('is not sent after 24 hours, nor when its licence is gone: a person is told to fill it in again', async () => {
    const { whats } = server()
    const [request, other] = [await kept(), await kept()]
    sealed().delete(other.licence ?? '')
    await expect(sendKept(other)).rejects.toThrow(CannotBeSent)
    vi.setSystemTime(NOW + KEPT_FOR_RENTER)
    await expect(sendKept(request)).rejects.toThrow('It has waited for too long')
    expect(whats()).toEqual([])
  })

  it('leaves nothing on the device when it is sent or dropped', async () => {
    await forgetKept(await kept())
    expect(sealed().size).toBe(0)
    await forgetKept(await keep(submitted(onTheServer), renter))
    expect(sealed().size).toBe(0)
  })
})

describe('a refused request comes back into the form', () => {
  it('with everything that was typed, and a licence of its own: what was kept can be forgotten', async () => {
    const request = await kept()
    const draft = await reopened(request, { ...renter, mayHaveArrived: false })
    expect(draft).toMatchObject({ customerName: 'Ada Byron', licence: { where: 'device', fileName: 'licence.png' } })
    expect(draft.licence?.id).not.toBe(request.licence)
    await forgetKept(request)
    expect([...sealed().keys()]).toEqual([draft.licence?.id])
  })

  it('with the licence where the server has it', async () => {
    const { failOnce } = server()
    const request = await kept()
    failOnce('POST /api/bookings', () => new Response('{}', { status: 409 }))
    await sendKept(request).catch(() => undefined)
    const { licence } = await reopened(request, { ...renter, mayHaveArrived: false })
    expect(licence).toEqual({ where: 'server', id: '/objects/licences/number1', fileName: 'licence.png', since: NOW })
  })

  it('with the copy of the device where the server has deleted its own, and without one where there is no copy', async () => {
    const { failOnce } = server()
    const owner = { ...renter, keepFor: 7 * KEPT_FOR_RENTER }
    const id = await seal(owner.owner, new Blob(['face'], { type: 'image/png' }), owner.keepFor)
    const request = await keep(submitted({ where: 'device', id, fileName: 'a.png', since: NOW }), owner)
    const other = await keep(submitted(onTheServer), owner)
    failOnce('POST /api/bookings', () => new Response('{}', { status: 409 }))
    await sendKept(request).catch(() => undefined)
    vi.setSystemTime(NOW + UPLOAD_GOOD_FOR)
    expect((await reopened(request, { ...owner, mayHaveArrived: false })).licence).toMatchObject({
      where: 'device',
      fileName: 'a.png',
    })
    expect((await reopened(other, { ...owner, mayHaveArrived: false })).licence).toBeNull()
  })

  it('as what was sent, where no answer came: changed or not it counts once', async () => {
    const { calls, failOnce } = server()
    const request = await kept()
    failOnce('POST /api/bookings', unreachable)
    await sendKept(request).catch(() => undefined)
    const sent = JSON.stringify(calls.at(-1)?.body)
    const { attempt } = await reopened(request, { ...renter, mayHaveArrived: true })
    expect(attempt).toMatchObject({ key: KEY, inDoubt: true })
    expect(JSON.parse(attempt?.body ?? '')).toEqual(JSON.parse(sent))
  })

  it('without a licence that is gone', async () => {
    const request = await kept()
    sealed().delete(request.licence ?? '')
    expect(await reopened(request, { ...renter, mayHaveArrived: false })).toMatchObject({
      customerName: 'Ada Byron',
      licence: null,
    })
  })

  it('not at all after its time', async () => {
    const request = await kept()
    vi.setSystemTime(NOW + KEPT_FOR_RENTER)
    await expect(reopened(request, { ...renter, mayHaveArrived: false })).rejects.toThrow(CannotBeSent)
  })
})
