import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { vehicleOf } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { isContractPath, mintContractPath, storageKey } from '@forecourt/kit/object-path.ts'
import { isOwnDocument } from '@forecourt/kit/own-document.ts'
import { sql } from 'slonik'
import { extractText, getMeta } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sweepFiles } from '../files/sweep-files.ts'
import { lookupKey, PostOffice } from '../testing/post-office.ts'
import { beginStory, type Requested } from '../testing/story.ts'
import type { Making } from './make.ts'
import { sha256Of } from './pdf/write-contract.ts'

let office: PostOffice
beforeEach(async () => {
  office = await PostOffice.open()
})
afterEach(() => office[Symbol.asyncDispose]())

async function factsOf({ bookingId }: Requested) {
  const recorded = await Array.fromAsync(office.eventLog.read(scheduleStream(vehicleOf(bookingId))))
  return recorded
    .filter(({ data }) => data.includes(bookingId))
    .map(decode)
    .filter((fact) => fact.kind === 'fact')
}

/** The contracts of a booking, once there are so many. */
async function contracts(booking: Requested, count = 1) {
  return await vi.waitFor(
    async () => {
      const made = (await factsOf(booking)).filter((fact) => fact.type === 'ContractGenerated')
      if (made.length < count) throw new Error(`${made.length} contracts\n${office.lines.join('')}`)
      expect(made).toHaveLength(count)
      return made
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function copyOf(booking: Requested) {
  return await vi.waitFor(
    async () => {
      const copy = (await factsOf(booking)).find((fact) => fact.type === 'SignedContractFiled')
      if (copy?.type !== 'SignedContractFiled') throw new Error(`no copy\n${office.lines.join('')}`)
      return copy
    },
    { timeout: 60_000, interval: 50 },
  )
}

function storageKeyOf(path: string): string {
  if (!isContractPath(lookupKey, path)) throw new Error(`${path} is no path of a contract`)
  return storageKey(path)
}

async function stored(path: string): Promise<Buffer> {
  const file = await office.storage.read(storageKeyOf(path), 10_000_000)
  if (file === undefined) throw new Error(`nothing is stored for ${path}`)
  expect(file.contentType).toBe('application/pdf')
  return file.bytes
}

const textOf = async (bytes: Buffer) => (await extractText(new Uint8Array(bytes), { mergePages: true })).text
const files = async () => (await Array.fromAsync(office.storage.list('contracts/'))).map(({ key }) => key)

/** What the sweep of the files deletes so many hours from now, where rows come before their events. */
async function sweep(inHours: number): Promise<void> {
  const { eventLog, vault, database, storage } = office
  const now = () => new Date(Date.now() + inHours * 3_600_000)
  await sweepFiles({ eventLog, vault, database, storage, log: quiet, rowsComeFirst: true, now })
}
const quiet = createLog({ service: 'test', level: 'silent' })

describe('on approval', () => {
  it('a contract is made, stored privately and written down with its hash, once', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const booking = await story.request({ name: 'Zoë İnanç 🚗' })
    await story.approve(booking)
    const { queue } = await office.start()
    await office.start()
    const [made] = await contracts(booking)
    const bytes = await stored(made?.data.contractPath ?? '')
    expect(sha256Of(bytes)).toBe(made?.data.sha256)
    expect(made?.data.termsVersion).toBe(0)
    const text = await textOf(bytes)
    for (const words of ['Rental agreement', '#BR-1765180800000', 'Zoë İnanç', 'Ford Fiesta', 'AB12 CDE', '£91.00']) {
      expect(text).toContain(words)
    }
    const { info } = await getMeta(new Uint8Array(bytes))
    expect(info).toMatchObject({ Title: 'Rental agreement #BR-1765180800000', Language: 'en-GB' })
    await vi.waitFor(async () => expect(await queue.waiting()).toBe(0), 60_000)
    expect(await contracts(booking)).toHaveLength(1)
    expect(await files()).toHaveLength(1)
  })

  it('a booking has its contract, though a job that a lost fact has left behind names another one’s approval', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const [other, booking] = [await story.request({ name: 'Grace Other' }), await story.request({ name: 'Ada Own' })]
    const { revision } = await story.approve(other)
    await story.approve(booking)
    const waiting = await office.start({ work: false, grace: 60_000 })
    await expect.poll(() => waiting.queue.waiting()).toBe(8)
    await waiting.queue.obliterate()
    const stream = scheduleStream(vehicleOf(other.bookingId))
    const job = { template: 'contract', stream, revision: String(revision) } as const
    await waiting.queue.add([{ notificationId: firstIssueOf(booking.bookingId), job }])
    await waiting.stop()
    // What is done is written down by the time of the sweep.
    await office.start({ grace: 5_000 })
    const [made] = await contracts(booking)
    expect(await textOf(await stored(made?.data.contractPath ?? ''))).toContain('Ada Own')
    await contracts(other)
  })

  it('the business’s own terms are in it, as they were then', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    await story.terms('Bring the vehicle back with a full tank.')
    const booking = await story.request()
    await story.approve(booking)
    await story.terms('Bring the vehicle back washed.')
    await office.start()
    const [first] = await contracts(booking)
    expect(first?.data.termsVersion).toBe(1)
    expect(await textOf(await stored(first?.data.contractPath ?? ''))).toContain('with a full tank')
    await story.reissue(booking)
    const [, second] = await contracts(booking, 2)
    expect(second?.data.termsVersion).toBe(2)
    expect(await textOf(await stored(second?.data.contractPath ?? ''))).toContain('washed')
    // The old one is kept.
    expect(await textOf(await stored(first?.data.contractPath ?? ''))).toContain('with a full tank')
  })

  it.each(['after', 'before'] as const)('a worker that dies %s it has stored it leaves exactly one', async (when) => {
    const story = await beginStory(office.eventLog, office.vault)
    const booking = await story.request()
    await story.approve(booking)
    let deaths = 3
    const storage: Making['storage'] = {
      read: (key, most) => office.storage.read(key, most),
      delete: (key) => office.storage.delete(key),
      async put(key, body, options) {
        if (when === 'after') await office.storage.put(key, body, options)
        deaths -= 1
        if (deaths >= 0) throw new Error('the worker has died')
        return await office.storage.put(key, body, options)
      },
    }
    await office.start({ storage })
    const [made] = await contracts(booking)
    expect(deaths).toBeLessThan(0)
    expect(sha256Of(await stored(made?.data.contractPath ?? ''))).toBe(made?.data.sha256)
    expect(await files()).toHaveLength(1)
    const approval = (await factsOf(booking)).find(({ type }) => type === 'BookingApproved')
    const about = office.lines.filter((line) => line.includes('a job stood still'))
    const lines = about.map((line): unknown => JSON.parse(line))
    const said = { template: 'contract', correlationId: approval?.metadata.$correlationId }
    expect(lines).toEqual(Array.from({ length: 3 }, () => expect.objectContaining(said)))
  })

  it('one that the log refused for more than a day is made under another path when it does again, by two workers once', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const booking = await story.request()
    await story.approve(booking)
    const first = mintContractPath(lookupKey, story.businessId, `made-for:${firstIssueOf(booking.bookingId)}`)
    await office.storage.put(storageKey(first), Buffer.from('%PDF'), { contentType: 'application/pdf' })
    // What a refused append leaves where the log is elsewhere.
    await office.database.query(sql.unsafe`
      insert into vault.files (object_path, business_id, customer_id, created_at)
      values (${first}, ${story.businessId}, ${booking.customerId}, now() - interval '25 hours')
    `)
    await sweep(0)
    await sweep(2)
    expect(await files(), 'nothing in the log spoke of it').toEqual([])
    await office.start()
    await office.start()
    const [made] = await contracts(booking)
    const path = made?.data.contractPath ?? ''
    expect(path).not.toBe(first)
    expect(sha256Of(await stored(path))).toBe(made?.data.sha256)
    await vi.waitFor(async () => expect(await office.unsettled()).toBe(0), { timeout: 60_000 })
    for (const hours of [30, 32]) await sweep(hours)
    expect(await files()).toEqual([storageKeyOf(path)])
  })

  it('a booking that is cancelled meanwhile gets none', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const [cancelled, kept] = [await story.request(), await story.request()]
    for (const booking of [cancelled, kept]) await story.approve(booking)
    await story.cancel(cancelled)
    await office.start()
    await contracts(kept)
    expect((await factsOf(cancelled)).map(({ type }) => type)).not.toContain('ContractGenerated')
    expect(await files()).toHaveLength(1)
  })

  it('a booking gets its contract whatever there is of others of its vehicle, even what nobody can read', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const [booking, other] = [await story.request(), await story.request()]
    await story.approve(booking)
    const spoiled = { id: randomUUID(), type: 'BookingAdminNotesSaved', data: JSON.stringify({ of: other.bookingId }) }
    const metadata = { tenantId: story.businessId, $correlationId: randomUUID() }
    await office.eventLog.append(scheduleStream(vehicleOf(booking.bookingId)), 'exists', [{ ...spoiled, metadata }])
    await office.start()
    const [made] = await contracts(booking)
    expect(sha256Of(await stored(made?.data.contractPath ?? ''))).toBe(made?.data.sha256)
  })

  it('a customer who is about to be erased gets none, and what was stored of it is deleted', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const booking = await story.request()
    await story.approve(booking)
    let tries = 0
    const storage: Making['storage'] = {
      read: (key, most) => office.storage.read(key, most),
      delete: (key) => office.storage.delete(key),
      async put(key, body, options) {
        tries += 1
        const isNew = await office.storage.put(key, body, options)
        await story.leave(booking)
        // The sweep has it tried once more before it is written down that it is done: that file goes as well.
        if (tries > 1) await pause(700)
        return isNew
      },
    }
    await office.start({ storage })
    await vi.waitFor(
      async () => {
        expect(tries, 'it was made').toBeGreaterThan(0)
        expect(await office.unsettled()).toBe(0)
        expect(await files()).toEqual([])
      },
      { timeout: 60_000 },
    )
    expect((await factsOf(booking)).map(({ type }) => type)).not.toContain('ContractGenerated')
  })

  it('one that is completed and reinstated keeps its contract', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const booking = await story.request()
    await story.approve(booking)
    await office.start()
    await contracts(booking)
    await story.complete(booking)
    await story.reinstate(booking)
    await vi.waitFor(async () => expect(await office.unsettled()).toBe(0), { timeout: 60_000 })
    await contracts(booking, 1)
  })
})

describe('a contract that is signed', () => {
  it('has a copy with the signature and its evidence, mailed to the renter and to the business', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example' })
    const booking = await story.request({ email: 'ada@renter.example' })
    await story.approve(booking)
    const { queue } = await office.start()
    const [made] = await contracts(booking)
    const original = await stored(made?.data.contractPath ?? '')
    await story.sign(booking, made?.data.sha256 ?? '')
    const copy = await copyOf(booking)
    const bytes = await stored(copy.data.contractPath)
    expect(sha256Of(bytes)).toBe(copy.data.sha256)
    const text = (await textOf(bytes)).replaceAll(/\s+/g, ' ')
    for (const words of [
      'Evidence of signature',
      'Ada Byron',
      made?.data.sha256 ?? '',
      '192.0.2.44',
      'I agree',
      '09:01:40',
    ]) {
      expect(text).toContain(words)
    }
    const { businessId } = copy.data
    expect(isOwnDocument(lookupKey, businessId, bytes), 'known again when it is uploaded').toBe(true)
    // The document that was signed is as it was.
    expect((await stored(made?.data.contractPath ?? '')).equals(original)).toBe(true)
    const mails = await vi.waitFor(
      async () => {
        const caught = await Promise.all((await office.mailbox.list(100)).map(({ id }) => office.mailbox.open(id)))
        const about = caught.filter((mail) => mail?.subject.toLowerCase().includes('signed rental agreement'))
        expect(about).toHaveLength(2)
        return about
      },
      { timeout: 60_000 },
    )
    expect(mails.flatMap((mail) => mail?.envelope.to ?? []).toSorted()).toEqual([
      'ada@renter.example',
      'desk@harbour.example',
    ])
    expect(JSON.stringify(await queue.peek())).not.toMatch(/Ada|renter\.example|192\.0/)
  })

  it('of a customer who was erased has no copy, and is mailed to nobody', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const booking = await story.request()
    await story.approve(booking)
    const first = await office.start()
    const [made] = await contracts(booking)
    await first.stop()
    await story.sign(booking, made?.data.sha256 ?? '')
    await office.vault.forget(booking.customerId)
    await office.start()
    await vi.waitFor(async () => expect(await office.unsettled()).toBe(0), { timeout: 60_000 })
    expect((await factsOf(booking)).map(({ type }) => type)).not.toContain('SignedContractFiled')
  })
})
