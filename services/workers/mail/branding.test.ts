import { hash, randomUUID } from 'node:crypto'
import { png } from '@forecourt/infra/testing/sample-files.ts'
import { mintLogoPath, renditionKey, storageKey } from '@forecourt/kit/object-path.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookupKey, PostOffice } from '../testing/post-office.ts'
import { beginStory } from '../testing/story.ts'
import { asMailLogo } from './branding.ts'

const hashOf = (content: Uint8Array) => hash('sha256', content)

const pictures = (mails: Awaited<ReturnType<PostOffice['caught']>>) =>
  mails.map(({ html, attachments }) => [
    /<img[^>]*>/.exec(html ?? '')?.[0].split(' width')[0],
    ...attachments.map(({ id, type, content }) => [id, type, hashOf(content)]),
  ])

describe('a logo in a letter', () => {
  it.each([
    [384, 96, { width: 160, height: 40 }],
    [100, 100, { width: 40, height: 40 }],
    [384, 40, { width: 160, height: 17 }],
    [30, 20, { width: 30, height: 20 }],
  ])('of %i by %i pixels is shown within the bar, in its own shape', async (width, height, shown) =>
    expect(asMailLogo(await png(width, height))).toMatchObject(shown),
  )

  it('is left out when it is no PNG, or as heavy as a letter should not be', async () => {
    const drawn = await png(384, 96)
    expect(asMailLogo(Buffer.alloc(0))).toBeUndefined()
    expect(asMailLogo(drawn.subarray(0, 20))).toBeUndefined()
    expect(asMailLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
    expect(asMailLogo(Buffer.concat([drawn, Buffer.alloc(150_000)]))).toBeUndefined()
  })
})

describe('a mail', () => {
  let office: PostOffice
  beforeEach(async () => {
    office = await PostOffice.open(undefined)
  })
  afterEach(() => office[Symbol.asyncDispose]())

  const logoPath = mintLogoPath(lookupKey, { businessId: randomUUID(), uploadId: randomUUID() }, 1280)

  it('carries the logo of the business, to whomever it is, in its smaller size', async () => {
    const small = await png(384, 96)
    await office.storage.put(storageKey(logoPath), await png(1280, 320), { contentType: 'image/png' })
    await office.storage.put(renditionKey(logoPath, 384), small, { contentType: 'image/png' })
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example', logoPath })
    await office.start()
    await story.request({ email: 'ada@renter.example' })
    const shown = ['<img src="cid:logo@forecourt"', ['logo@forecourt', 'image/png', hashOf(small)]]
    expect(pictures(await office.caught(2))).toEqual([shown, shown])
  })

  it('does not wait for a logo that cannot be had', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null, logoPath })
    await office.start({ storage: { ...office.storage, read: () => Promise.reject(new Error('no answer')) } })
    await story.request({ email: 'ada@renter.example' })
    expect(pictures(await office.caught(1))).toEqual([[undefined]])
  })
})
