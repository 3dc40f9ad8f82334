import { randomUUID } from 'node:crypto'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import { UserId } from '@forecourt/domain/ids.ts'
import { businessStream, userStream } from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { NO_BUSINESS, type Person } from '@forecourt/event-log/vault/vault.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { readPasswordToken } from '@forecourt/kit/password-link.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rightClock } from '../right-clock.ts'
import { PostOffice, WORKERS_KEY } from '../testing/post-office.ts'
import { beginStory, type Story } from '../testing/story.ts'
import { mailsFor } from './mails-for.ts'

let office: PostOffice
let story: Story
beforeEach(async () => {
  office = await PostOffice.open()
  story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example' })
})
afterEach(() => office[Symbol.asyncDispose]())

/** When links of {@link inAnHour} are good no more. */
const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000)
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function write(stream: string, events: readonly AnyEvent[], person?: Person) {
  const metadata = {
    tenantId: story.businessId,
    actorKind: 'member' as const,
    actorId: randomUUID(),
    commandId: randomUUID(),
    commandDigest: '',
    $correlationId: randomUUID(),
    $causationId: randomUUID(),
    occurredAt: new Date().toISOString(),
    appVersion: '0',
    ...(person ? { dataSubject: person.row.subjectId } : {}),
  }
  await office.eventLog.append(
    stream,
    'any',
    encodeAll(stream, events, person?.key, metadata),
    person && { person: person.row },
  )
}

/** Somebody of the staff, with what has happened to their account. */
async function staff(email: string, ...facts: readonly { type: string; data: object }[]): Promise<UserId> {
  const userId = UserId.parse(randomUUID())
  const emailHmac = office.vault.lookupHmac('user', '', email)
  const person = office.vault.newPerson({ kind: 'user', businessId: NO_BUSINESS, emailHmac }, userId)
  const registered = {
    type: 'UserRegistered',
    data: { userId, businessId: story.businessId, role: 'admin', isAdmin: false },
    personal: { email, firstName: '<b>Robin</b>', lastName: null, profileImageUrl: null },
  }
  const own = facts.map(({ type, data }) => ({ type, data: { userId, ...data } }))
  await write(userStream(userId), [registered, ...own], person)
  return userId
}

const link = (type: 'UserInvited' | 'UserPasswordResetRequested', passwordVersion = 0, goodUntil = inAnHour()) => ({
  type,
  data: { passwordVersion, goodUntil },
})
const linkIn = (text: string) => /https?:\/\/\S+#(\S+)/.exec(text)?.[1] ?? ''
const outcomesOf = async (userId: string) => {
  const facts = await Array.fromAsync(office.eventLog.read(userStream(UserId.parse(userId))))
  return (
    await Promise.all(facts.flatMap(mailsFor).map(({ notificationId }) => office.recordsOf(notificationId)))
  ).flatMap((records) => records.map(({ type, data }) => [type, JSON.parse(data).reason]))
}

describe('a link to choose a password', () => {
  it('is mailed to whoever is invited, or has forgotten theirs, from the business and to nobody else', async () => {
    const goodUntil = inAnHour()
    const robin = await staff('robin@harbour.example', link('UserInvited', 0, goodUntil))
    const ada = await staff('ada@harbour.example', link('UserPasswordResetRequested', 3, goodUntil))
    await office.start()
    const mails = await office.caught(2)
    expect(mails.map(({ envelope, subject }) => `${envelope.to.join()}: ${subject}`).toSorted()).toEqual([
      'ada@harbour.example: Choose another password for Harbour Hire',
      'robin@harbour.example: Choose your password for Harbour Hire',
    ])
    for (const { envelope, text, html, replyTo } of mails) {
      const [userId, passwordVersion] = envelope.to.includes('robin@harbour.example') ? [robin, 0] : [ada, 3]
      const read = readPasswordToken(keyFromBase64(WORKERS_KEY), linkIn(text))
      expect(read).toEqual({ userId, passwordVersion, goodUntil: new Date(goodUntil) })
      expect(text).toMatch(/http:\/\/localhost:3000\/tenant-\w+\/admin\/reset#/)
      expect(html).toContain(`#${linkIn(text)}"`)
      expect(html).not.toContain('<b>Robin')
      expect(replyTo.join()).toContain('desk@harbour.example')
    }
  })

  it('is in no job, no row and no event: it is made when the mail is', async () => {
    await staff('robin@harbour.example', link('UserInvited'))
    const waiting = await office.start({ work: false })
    await office.due(1)
    await expect.poll(() => waiting.queue.waiting()).toBe(1)
    const jobs = JSON.stringify(await waiting.queue.peek())
    expect(jobs).toContain('staff-invitation')
    await waiting.stop()
    await office.start()
    const [mail] = await office.caught(1)
    await office.settled(1)
    const token = linkIn(mail?.text ?? '')
    expect(token).toHaveLength(80)
    const events = await Array.fromAsync(office.eventLog.readAll('start', { prefixes: ['rent.'] }))
    const told = JSON.stringify(events.map(({ data, metadata }) => [data, metadata]))
    for (const text of [jobs, told, office.lines.join()]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain('robin@harbour.example')
    }
  })

  it.each<[string, readonly { type: string; data: object }[]]>([
    ['its time is over', [link('UserInvited', 0, new Date(Date.now() - 1).toISOString())]],
    [
      'another password was chosen since',
      [link('UserPasswordResetRequested'), { type: 'UserPasswordChanged', data: {} }],
    ],
    ['the account was closed', [link('UserInvited'), { type: 'UserDeactivated', data: { reason: 'left' } }]],
  ])('is not mailed when %s', async (_why, facts) => {
    const userId = await staff('robin@harbour.example', ...facts)
    await office.start()
    await office.settled(1)
    expect(await outcomesOf(userId)).toEqual([['NotificationWithdrawn', 'overtaken']])
    expect(await office.mailbox.count()).toBe(0)
  })

  it('is not mailed to whoever the business has shut out, or in the name of a business that is closed', async () => {
    const shutOut = await staff('robin@harbour.example', link('UserInvited'))
    const data = { businessId: story.businessId, userId: shutOut }
    await write(businessStream(story.businessId), [{ type: 'BusinessMemberDeactivated', data }])
    await office.start()
    await office.settled(1)
    expect(await outcomesOf(shutOut)).toEqual([['NotificationWithdrawn', 'overtaken']])
    await story.deactivate()
    const other = await staff('ada@harbour.example', link('UserInvited'))
    await office.settled(2)
    expect(await outcomesOf(other)).toEqual([['NotificationWithdrawn', 'business-inactive']])
    expect(await office.mailbox.count()).toBe(0)
  })

  it('is not thrown away by a clock that runs ahead: it is mailed once that is set right', async () => {
    const userId = await staff('robin@harbour.example', link('UserInvited'))
    const ask = rightClock(office.database, createLog({ service: 'test', level: 'silent' }), inTwoHours)
    let asked = 0
    const isRight = async () => {
      asked += 1
      return await ask()
    }
    const ahead = await office.start({ now: inTwoHours, isRight })
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(0)
    await ahead.stop()
    expect(await outcomesOf(userId)).toEqual([])
    const { queue } = await office.start()
    // Where it waits to be looked at again.
    await queue.obliterate()
    const [mail] = await office.caught(1)
    expect(mail?.subject).toBe('Choose your password for Harbour Hire')
  })

  it('is not mailed to somebody who was erased', async () => {
    const userId = await staff('robin@harbour.example', link('UserInvited'))
    await office.vault.forget(userId)
    await office.start()
    await office.settled(1)
    expect(await outcomesOf(userId)).toEqual([['NotificationWithdrawn', 'no-address']])
  })
})
