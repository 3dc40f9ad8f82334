import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMailbox } from '@forecourt/infra/embedded/mail/mailbox.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createMailTransport } from '@forecourt/workers/mail/transport.ts'
import { expect, it, onTestFinished } from 'vitest'
import { mailServer, objectStorage } from './embedded-parts.ts'
import { keepServer, type OwnServer, type Program } from './own-server.ts'

it('a mail that the mail server took is there after it was killed, and it takes the next one', async () => {
  const mails = folderOfTest()
  await using server = await keep(mailServer(mails))
  const transport = createMailTransport(`smtp://127.0.0.1:${server.port}`)
  onTestFinished(() => transport.close())
  const [from, to] = [
    { name: 'Desk', address: 'desk@a.example' },
    { name: 'Renter', address: 'renter@b.example' },
  ]
  const send = async (subject: string) =>
    await transport.send({ from, to, subject, text: subject, html: subject }, `<${subject}@a.example>`)
  await send('before')
  await kill(server)
  await send('after')
  const kept = await openMailbox(mails).list(10)
  expect(kept.map(({ subject }) => subject)).toEqual(['after', 'before'])
})

it('a file that the object storage took is there after it was killed, and it takes the next one', async () => {
  const key = { keyId: 'who', secretKey: 'what only they know' }
  await using server = await keep(objectStorage({ ...key, dataFolder: folderOfTest(), bucket: 'files' }))
  const storage = createObjectStorage({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'auto',
    accessKeyId: key.keyId,
    secretAccessKey: key.secretKey,
    bucket: 'files',
  })
  onTestFinished(() => storage.close())
  const put = async (name: string) => await storage.put(name, Buffer.from(name), { contentType: 'text/plain' })
  await put('before')
  await kill(server)
  await put('after')
  for (const name of ['before', 'after']) expect((await storage.read(name, 100))?.bytes).toEqual(Buffer.from(name))
})

async function kill(server: OwnServer): Promise<void> {
  let isStruck = false
  await server.restart('SIGKILL', () => {
    isStruck = true
  })
  expect(isStruck).toBe(true)
}

async function keep(program: Program): Promise<OwnServer> {
  const folder = folderOfTest()
  for (const name of ['run', 'logs']) mkdirSync(join(folder, name))
  return await keepServer(program, { folder, say: () => {}, crashed, stop: new AbortController().signal })
}

const crashed = (how: string) => expect.unreachable(how)

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-parts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
