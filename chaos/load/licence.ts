import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { png } from '@forecourt/infra/testing/sample-files.ts'
import { safeParse } from 'zod/v4/core'
import type { Answer } from '../../tests/system/support/client.ts'
import type { Ask, Browser } from './browser.ts'
import type { Business } from './town.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** A picture is drawn anew before it is taken: on a busy machine for seconds. In milliseconds. */
const DRAWN_WITHIN = 15_000

/**
 * A renter's licence on its way: an address is asked for, the file is put there, and it is said to be there.
 * @param size of the picture, in pixels
 * @param isDoubted says it once more, though it was answered
 * @returns its path; undefined when something is away: they come without
 */
export async function upload(
  browser: Browser,
  { width, height }: Size,
  isDoubted: boolean,
): Promise<string | undefined> {
  const begun = await browser.ask({ call: 'beginUpload', method: 'POST', path: '/api/objects/upload' })
  const url = safeParse(UploadTarget, begun?.body).data?.uploadURL
  if (url === undefined) return undefined
  const asked = { upload: new URL(url).pathname, picture: `${width}x${height}` }
  if (!(await browser.put({ url, file: await png(width, height), asked }))) return undefined
  const finish: Ask = {
    call: 'finishLicenceUpload',
    method: 'PUT',
    path: '/api/license-upload',
    body: { licenseImageURL: url },
    asked,
    patience: DRAWN_WITHIN,
  }
  const first = pathIn(await browser.ask(finish))
  return first === undefined || isDoubted ? pathIn(await browser.ask(finish)) : first
}

const pathIn = (answer: Answer | undefined): string | undefined => safeParse(StoredFile, answer?.body).data?.objectPath

/** Somebody looks at a licence. */
export async function lookAt(browser: Browser, file: string): Promise<Answer | undefined> {
  return await browser.ask({ call: 'licence', method: 'GET', path: file, asked: { file } })
}

/** Somebody of the business looks at each licence that was brought: all of them must be there still. */
export async function lookAtAll(browser: Browser, { licences }: Business): Promise<void> {
  for (const file of licences) {
    const answer = await lookAt(browser, file)
    // Now they are signed in.
    if (answer?.status === 401) await lookAt(browser, file)
  }
}
