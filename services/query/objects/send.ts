import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { pageIcon } from './page-icon.ts'
import { isDocument, type StoredFile } from './stored-file.ts'

/** Types that we store. Anything else in the bucket is not ours to show. */
const TYPES: readonly string[] = ['image/jpeg', 'image/webp', 'image/png', 'application/pdf']

/**
 * Sends a file so that no browser runs any of it: the type that we gave it and no other, in a sandbox, and a document
 * only as something to save (SECURITY rule 10).
 * @param documentName what a document is called when it is saved
 */
export async function sendFile(response: Response, file: StoredFile, documentName = 'document.pdf'): Promise<void> {
  disarm(response)
  response.set('Content-Type', TYPES.includes(file.contentType) ? file.contentType : 'application/octet-stream')
  response.set('Content-Length', String(file.size))
  if (isDocument(file)) response.set('Content-Disposition', `attachment; filename="${documentName}"`)
  if (file.body === undefined) {
    response.end()
    return
  }
  try {
    await pipeline(file.body, response)
  } catch {
    // The head is out already: the broken connection is what tells the caller.
    response.destroy()
  }
}

/** Sends the drawn page that stands for a document. @param side in pixels */
export async function sendPageIcon(response: Response, side: number): Promise<void> {
  const icon = await pageIcon(side)
  disarm(response)
  response.set('Content-Type', 'image/png').set('Content-Length', String(icon.length))
  response.end(response.req.method === 'HEAD' ? undefined : icon)
}

function disarm(response: Response): void {
  response.set('Content-Security-Policy', "default-src 'none'; sandbox").set('X-Content-Type-Options', 'nosniff')
}
