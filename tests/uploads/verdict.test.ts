import { jpeg, pdf, photoFromTelephone, withJpegComment } from '@forecourt/infra/testing/sample-files.ts'
import { expect, it } from 'vitest'
import type { Served } from '../system/support/client.ts'
import type { CorpusFile } from './support/corpus.ts'
import { faultsOf } from './support/verdict.ts'

/** A checker is trusted only after it caught what is planted (SECURITY, "Faults"). */

const HARMLESS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }
const picture = { ...HARMLESS, 'content-type': 'image/jpeg' }
const valid: CorpusFile = { name: 'it', purpose: 'license', bytes: pdf(), becomes: 'served', stands: [64, 40] }

async function faults(served: Buffer, headers: Record<string, string>, file: Partial<CorpusFile> = {}) {
  const answer: Served = { status: 200, headers: new Headers(headers), bytes: served }
  const small: Served = { status: 200, headers: new Headers(picture), bytes: await jpeg(96, 60) }
  return await faultsOf({ ...valid, ...file }, { served: answer, small })
}

it('finds nothing wrong with a picture as it should be', async () => {
  expect(await faults(await jpeg(64, 40), picture)).toEqual([])
})

it('finds a script in a picture', async () => {
  expect(await faults(withJpegComment(await jpeg(64, 40), '<script>'), picture)).toEqual(['it: it has <script in it'])
})

it('finds a place and a picture that lies on its side', async () => {
  expect(await faults(await photoFromTelephone(), picture)).toEqual(
    expect.arrayContaining(['it: it has its exif', 'it: it has its orientation', 'it: it is 400 × 200']),
  )
})

it('finds a picture whose red corner is elsewhere', async () => {
  expect(await faults(await jpeg(64, 40), picture, { redCorner: 'top left' })).toEqual([
    'it: it does not stand upright',
  ])
})

it('finds a type that browsers run, and headers that are missing', async () => {
  expect(await faults(await jpeg(64, 40), { ...picture, 'content-type': 'text/html' })).toContain(
    'it: its type is text/html',
  )
  expect(await faults(await jpeg(64, 40), { 'content-type': 'image/jpeg' })).toEqual([
    'it: its type may be guessed',
    'it: it is in no sandbox',
  ])
})

it('finds a document that is opened in place, and one that was changed', async () => {
  const headers = { ...HARMLESS, 'content-type': 'application/pdf' }
  expect(await faults(pdf('/X (other)'), headers)).toEqual([
    'it: a document is opened in place',
    'it: the document was changed',
    'it: its small picture is no drawn page',
  ])
})

it('finds what should have been refused, and what should not', async () => {
  expect(await faults(await jpeg(64, 40), picture, { becomes: 'refused' })).toEqual(['it: it is served'])
  expect(await faultsOf(valid, { refusedBy: 'check', status: 422, code: 'file-unreadable' })).toEqual([
    'it: check says 422 file-unreadable',
  ])
  expect(
    await faultsOf({ ...valid, becomes: 'refused' }, { refusedBy: 'check', status: 500, code: 'internal' }),
  ).toEqual(['it: check says 500'])
})
