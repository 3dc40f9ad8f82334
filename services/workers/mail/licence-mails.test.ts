import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PostOffice } from '../testing/post-office.ts'
import { beginStory, type Requested, type Story } from '../testing/story.ts'

let office: PostOffice
let story: Story
beforeEach(async () => {
  office = await PostOffice.open()
  story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example' })
})
afterEach(() => office[Symbol.asyncDispose]())

const REFUSED = 'Your driving licence for booking #BR-1765180800000 could not be accepted'
const EXPIRED = 'The driving licence for booking #BR-1765180800000 has expired'
const request = () => story.request({ email: 'ada@renter.example' })

/** The mails to the renter about their licence, the earlier first, once there are so many mails in all. */
async function licenceMails(count: number) {
  const mails = await office.caught(count)
  return mails.filter(({ subject }) => subject === REFUSED || subject === EXPIRED).toReversed()
}

/** The reactor was there, the worker was not; two mails of the request are due besides. */
async function whileNobodyWorks(happens: (booking: Requested) => Promise<unknown>, mails: number): Promise<void> {
  const { stop } = await office.start({ work: false, grace: 60_000 })
  await happens(await request())
  await office.due(2 + mails)
  await stop()
  await office.start()
  await office.settled(2 + mails)
}

describe('the renter is mailed about their licence', () => {
  it('when it is refused, with the reason and what to do about it, whatever became of the booking', async () => {
    await office.start()
    const booking = await request()
    await office.caught(2)
    await story.reject(booking)
    await office.caught(3)
    await story.licence(booking, 'refused', 'It is <b>too dark</b>\nto read')
    const [mail] = await licenceMails(4)
    expect(mail?.envelope.to).toEqual(['ada@renter.example'])
    expect(mail?.text).toMatch(/Reason: +It is <b>too dark<\/b>\n +to read/)
    expect(mail?.text).toContain('you can send another picture from the page of your booking')
    expect(mail?.html).toContain('&lt;b&gt;')
  })

  it('when it has expired', async () => {
    await office.start()
    await story.licence(await request(), 'expired')
    expect((await licenceMails(3)).map(({ subject }) => subject)).toEqual([EXPIRED])
  })

  it('again when it is refused for another reason, and not when it is verified', async () => {
    await office.start()
    const booking = await request()
    await story.licence(booking, 'refused', 'Too dark')
    await office.settled(3)
    await story.licence(booking, 'verified')
    await story.licence(booking, 'refused', 'The back of it')
    const texts = (await licenceMails(4)).map(({ text }) => text)
    expect(texts.map((text) => /Reason: +(.+)/.exec(text)?.[1])).toEqual(['Too dark', 'The back of it'])
  })
})

describe('a mail about a licence is not sent', () => {
  it('when something else was said of it since: the last of it is told', async () => {
    await whileNobodyWorks(async (booking) => {
      await story.licence(booking, 'refused', 'Too dark')
      await story.licence(booking, 'expired')
      await story.licence(booking, 'refused', 'Still too dark')
    }, 3)
    const texts = (await licenceMails(3)).map(({ text }) => text)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('Still too dark')
  })

  it('when it was verified in the end', async () => {
    await whileNobodyWorks(async (booking) => {
      await story.licence(booking, 'refused')
      await story.licence(booking, 'verified')
    }, 1)
    expect(await licenceMails(2)).toEqual([])
  })

  it('when it is about a picture that its renter had replaced already, and is when it is about the one since', async () => {
    await office.start()
    const booking = await request()
    await office.settled(2)
    await story.replaceLicence(booking, '/objects/licences/another')
    await story.licence(booking, 'refused', 'Too dark', '/objects/licences/story')
    await office.settled(3)
    expect(await licenceMails(2)).toEqual([])
    await story.licence(booking, 'refused', 'The back of it', '/objects/licences/another')
    expect((await licenceMails(3)).map(({ text }) => /Reason: +(.+)/.exec(text)?.[1])).toEqual(['The back of it'])
  })

  it('to somebody who was erased meanwhile', async () => {
    await whileNobodyWorks(async (booking) => {
      await story.licence(booking, 'refused')
      await office.vault.forget(booking.customerId)
    }, 1)
    expect(await office.mailbox.count()).toBe(0)
  })
})
