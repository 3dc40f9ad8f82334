import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Template } from '@forecourt/workers/mail/mails-for.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createMailCatcher, type MailCatcher } from './mail-catcher.ts'

let dir: string
let catcher: MailCatcher
let smtp: string
let web: Server
let inbox: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mail-catcher-'))
  await start()
})

afterEach(async () => {
  await stop()
  await rm(dir, { recursive: true })
})

async function start() {
  catcher = createMailCatcher({ dir })
  smtp = await catcher.listen()
  web = createServer(catcher.inbox)
  await new Promise<void>((resolve) => {
    web.listen(0, '127.0.0.1', resolve)
  })
  const address = web.address()
  inbox = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/dev/mail`
}

async function stop() {
  web.closeAllConnections()
  web.close()
  await catcher.close()
}

async function deliver(mail: SendMailOptions) {
  const transport = createTransport(smtp)
  await transport.sendMail({ from: 'Harbour Hire <bookings@forecourt.example>', text: 'Hello', ...mail })
  transport.close()
}

const page = async (url: string) => (await fetch(url)).text()

const Listed = z.object({ total: z.int(), messages: z.array(z.looseObject({ id: z.string(), subject: z.string() })) })

const listed = async (query = '') => Listed.parse(await (await fetch(`${inbox}/messages.json${query}`)).json())

const subjects = async (query: string) => (await listed(query)).messages.map(({ subject }) => subject)

const HOSTILE = `</title><script>alert(1)</script>"'&`

test('a mail that was accepted is there, taken apart, also after a restart', async () => {
  await deliver({
    to: [{ name: 'Ada Müller', address: 'ada@example.com' }],
    replyTo: 'hello@harbour-hire.example',
    subject: 'Request received – £45.00',
    text: 'Within 24 hours',
    html: '<p>Within <b>24 hours</b></p>',
    messageId: '<one@forecourt.example>',
  })
  const mail = {
    from: 'Harbour Hire <bookings@forecourt.example>',
    to: ['Ada Müller <ada@example.com>'],
    replyTo: ['hello@harbour-hire.example'],
    envelope: { from: 'bookings@forecourt.example', to: ['ada@example.com'] },
    subject: 'Request received – £45.00',
    messageId: '<one@forecourt.example>',
    text: expect.stringContaining('Within 24 hours'),
    html: expect.stringContaining('<b>24 hours</b>'),
  }
  expect(await listed()).toMatchObject({ total: 1, messages: [mail] })
  await stop()
  await start()
  expect(await listed()).toMatchObject({ total: 1, messages: [mail] })
})

test('newest first, by recipient, as many as asked for', async () => {
  await deliver({ to: 'a@example.com', subject: 'first' })
  await deliver({ to: 'b@example.com', subject: 'second' })
  await deliver({ to: 'a@example.com', bcc: 'b@example.com', subject: 'third' })
  expect(await subjects('')).toEqual(['third', 'second', 'first'])
  expect(await subjects('?to=B@example.com')).toEqual(['third', 'second'])
  expect(await subjects('?limit=1')).toEqual(['third'])
})

test('nothing that a mail says becomes markup of our pages', async () => {
  await deliver({ to: { name: HOSTILE, address: 'a@example.com' }, subject: HOSTILE, text: HOSTILE })
  const [mail] = (await listed()).messages
  for (const address of [inbox, `${inbox}/${mail?.id}`]) {
    const text = await page(address)
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script&gt;')
  }
})

test('the HTML of a mail is shown in a sandbox that runs and loads nothing', async () => {
  await deliver({
    to: 'a@example.com',
    html: '<html><head></head><body><script>alert(1)</script><a href="https://x.example">x</a></body></html>',
  })
  const [mail] = (await listed()).messages
  const address = `${inbox}/${mail?.id}`
  expect(await page(address)).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  const frame = await fetch(`${address}/html`)
  const policy = frame.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/^sandbox (?!.*allow-scripts)/)
  expect(await frame.text()).toContain('<head><base target="_blank">')
})

test('our pages run no script and load nothing from elsewhere', async () => {
  await deliver({ to: 'a@example.com' })
  const answer = await fetch(inbox)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
  expect(await answer.text()).not.toMatch(/<script|style=|https?:\/\//)
  expect((await fetch(`${inbox}/style.css`)).headers.get('content-type')).toBe('text/css')
})

test('a picture that came along with a mail is shown in it, and no other', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const html = '<img src="cid:logo@forecourt"><img src="cid:page@forecourt"><img src="https://tracker.example/1.gif">'
  await deliver({
    to: 'a@example.com',
    html,
    attachments: [
      { filename: 'logo.png', contentType: 'image/png', content: png, cid: 'logo@forecourt' },
      { filename: 'page.html', contentType: 'text/html', content: '<script>1</script>', cid: 'page@forecourt' },
    ],
  })
  const [mail] = (await listed()).messages
  const shown = await page(`${inbox}/${mail?.id}/html`)
  expect(shown).toContain(html.replace('cid:logo@forecourt', `data:image/png;base64,${png.toString('base64')}`))
})

test('attachments are saved, never shown; raw mails are plain text', async () => {
  await deliver({ to: 'a@example.com', attachments: [{ filename: 'x.html', content: '<script>1</script>' }] })
  const [mail] = (await listed()).messages
  const attachment = await fetch(`${inbox}/${mail?.id}/attachments/0`)
  expect(attachment.headers.get('content-type')).toBe('application/octet-stream')
  expect(attachment.headers.get('content-disposition')).toBe('attachment')
  expect(await attachment.text()).toBe('<script>1</script>')
  const raw = await fetch(`${inbox}/${mail?.id}/raw`)
  expect(raw.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(raw.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await raw.text()).toContain('Delivered-To: a@example.com')
})

test('all mails are deleted from our own page or by a program, not from elsewhere', async () => {
  await deliver({ to: 'a@example.com' })
  const remove = (headers: Record<string, string>) =>
    fetch(`${inbox}/delete-all`, { method: 'POST', headers, redirect: 'manual' })
  expect((await remove({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await remove({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await listed()).total).toBe(1)
  expect((await remove({ 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  expect((await listed()).total).toBe(0)

  await deliver({ to: 'a@example.com' })
  expect((await fetch(`${inbox}/messages.json`, { method: 'DELETE' })).status).toBe(204)
  expect(await readdir(dir)).toEqual([])
  expect(await page(inbox)).toContain('No mail yet')
})

test.each(['../../etc/passwd', '..%2F..%2Fetc%2Fpasswd', '1234567890123-00000000', 'x/html'])(
  'there is no mail %s',
  async (id) => {
    await deliver({ to: 'a@example.com' })
    expect((await fetch(`${inbox}/${id}`)).status).toBe(404)
  },
)

test('bytes that are no mail are kept and shown all the same', async () => {
  await deliver({
    to: 'a@example.com',
    raw: Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0x0d, 0x0a, 0xc3, 0x28]),
    envelope: { from: 'x@example.com', to: 'a@example.com' },
  })
  const [mail] = (await listed()).messages
  expect((await fetch(`${inbox}/${mail?.id}`)).status).toBe(200)
})

test('a mail longer than 10 MiB is refused', async () => {
  await expect(deliver({ to: 'a@example.com', text: 'x'.repeat(11 * 1024 * 1024) })).rejects.toThrow(/552|size/i)
  expect((await listed()).total).toBe(0)
})

test('every kind of mail can be looked at, in any brand colour', async () => {
  const all = await page(`${inbox}/previews`)
  expect(await page(inbox)).toContain('/dev/mail/previews')
  for (const kind of Template.options) {
    expect(all).toContain(`/dev/mail/previews/${kind}?colour=0f6fde`)
    const one = await fetch(`${inbox}/previews/${kind}?colour=FFD400`)
    expect(one.status).toBe(200)
    expect(await one.text()).toContain(`/dev/mail/previews/${kind}/html?colour=ffd400`)
    const mail = await fetch(`${inbox}/previews/${kind}/html?colour=ffd400`)
    expect(mail.headers.get('content-security-policy')).toContain('sandbox')
    expect(await mail.text()).toContain('background:#ffd400;color:#000000')
  }
})

test('a preview of nothing is not there, and a colour that is none is not taken', async () => {
  for (const kind of ['nonsense', 'booking-approved/raw', '__proto__'])
    expect((await fetch(`${inbox}/previews/${kind}`)).status).toBe(404)
  const hostile = encodeURIComponent('"><script>')
  const body = await page(`${inbox}/previews/booking-approved/html?colour=${hostile}`)
  expect(body).not.toContain('<script>')
  expect(body).toContain('#0f6fde')
})
