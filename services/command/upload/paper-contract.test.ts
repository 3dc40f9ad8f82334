import { randomUUID } from 'node:crypto'
import { BusinessId } from '@forecourt/domain/ids.ts'
import { pdf } from '@forecourt/infra/testing/sample-files.ts'
import { markedAsOwn } from '@forecourt/kit/own-document.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HARBOUR, UploadWorld } from '../testing/upload-world.ts'

let world: UploadWorld

beforeAll(async () => {
  world = await UploadWorld.start()
})
afterAll(() => world.stop())

const carrying = pdf('/Names << /EmbeddedFiles 4 0 R >>', ['<< /Names [(contract-as-signed.pdf) 5 0 R] >>'])
const ours = () => markedAsOwn(world.lookupKey, HARBOUR, carrying)

describe('a paper contract with a file in it', () => {
  test('is taken, byte for byte, when it is a signed copy that the platform itself made for that business', async () => {
    const { status, objectPath } = await world.finishContract(await world.sent('contract', ours()))
    expect(status).toBe(200)
    expect((await world.stored(objectPath)).bytes.equals(ours())).toBe(true)
  })

  test.each([
    ['made elsewhere', () => carrying],
    ['made for another business', () => markedAsOwn(world.lookupKey, BusinessId.parse(randomUUID()), carrying)],
    ['changed since', () => Buffer.from(ours().toString('latin1').replace('as-signed', 'as-forged'), 'latin1')],
  ])('is refused when it was %s, and says what to do', async (_how, file) => {
    expect(await world.finishContract(await world.sent('contract', file()))).toMatchObject({
      status: 422,
      code: 'document-not-plain',
      message:
        'The PDF has a file or a script in it, or needs a password. Please print it as a new PDF, or take a picture of it.',
    })
  })

  test('is no licence, whoever made it', async () => {
    expect(await world.uploadLicence(ours())).toMatchObject({ status: 422 })
  })
})
