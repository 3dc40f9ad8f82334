import { execFile } from 'node:child_process'
import { settingsOf, storageSettings } from '@forecourt/operator/testing/command-line.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../testing/postgres.ts'
import { ROOT } from '../verify/project.ts'

const key = Buffer.alloc(32, 9).toString('base64')
const operatorOf = (url: string) => ({
  ...settingsOf({ database: { url }, masterKey: key, lookupKey: key }),
  ...storageSettings({
    config: {
      endpoint: 'http://127.0.0.1:1',
      region: 'eu-west-2',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      bucket: 'files',
    },
  }),
})

it('whoever rehearses while the product is stopped is asked whether the database is running, as by every command', async () => {
  const stopped = operatorOf('postgres://forecourt:secret@127.0.0.1:1/forecourt')
  expect(await rehearsed(stopped)).toEqual({
    code: 4,
    out: '',
    errors: 'rehearse: the database does not answer: is it running?\n',
  })
})

it('whoever rehearses while the storage alone is stopped is not sent to look for the database', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  expect(await rehearsed(operatorOf(database.url))).toEqual({
    code: 4,
    out: '',
    errors: 'rehearse: the storage of files does not answer: is it running?\n',
  })
})

const rehearsed = async (settings: Readonly<Record<string, string>>) =>
  await new Promise((resolve) => {
    const env = { ...process.env, ...settings }
    const child = execFile(process.execPath, ['infra/backup/rehearse-main.ts'], { cwd: ROOT, env }, (_, out, errors) =>
      resolve({ code: child.exitCode, out, errors }),
    )
  })
