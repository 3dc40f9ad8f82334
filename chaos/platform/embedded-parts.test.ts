import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { openMailbox } from '@forecourt/infra/embedded/mail/mailbox.ts'
import { createTransport } from 'nodemailer'
import { expect, it, onTestFinished } from 'vitest'
import { mailServer, objectStorage } from './embedded-parts.ts'
import { keepServer, type OwnServer, type Program } from './own-server.ts'

it('a mail that the mail server took is there after it was killed, and it takes the next one', async () => {
  const mails = folderOfTest()
  await using server = await keep(mailServer(mails))
  const send = async (subject: string) =>
    await createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true }).sendMail({
      from: 'desk@a.example',
      to: 'renter@b.example',
      subject,
    })
  await send('before')
  await kill(server)
  await send('after')
  const kept = await openMailbox(mails).list(10)
  expect(kept.map(({ subject }) => subject)).toEqual(['after', 'before'])
})

it('a file that the object storage took is there after it was killed, and it takes the next one', async () => {
  const key = { keyId: 'who', secretKey: 'what only they know' }
  await using server = await keep(objectStorage({ ...key, dataFolder: folderOfTest(), bucket: 'files' }))
  using client = disposable(
    new S3Client({
      endpoint: `http://127.0.0.1:${server.port}`,
      region: 'auto',
      forcePathStyle: true,
      credentials: { accessKeyId: key.keyId, secretAccessKey: key.secretKey },
    }),
  )
  const put = async (name: string) =>
    await client.send(new PutObjectCommand({ Bucket: 'files', Key: name, Body: `this is ${name}` }))
  await put('before')
  await kill(server)
  await put('after')
  for (const name of ['before', 'after']) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'files', Key: name }))
    expect(await Body?.transformToString()).toBe(`this is ${name}`)
  }
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
  const crashed = (how: string) => expect.unreachable(how)
  return await keepServer(program, { folder, say: () => {}, crashed, stop: new AbortController().signal })
}

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-parts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const disposable = (client: S3Client) => Object.assign(client, { [Symbol.dispose]: () => client.destroy() })
