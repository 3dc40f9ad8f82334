import { ApiError, NoAnswer } from './api.ts'

/** A phone on a slow network needs its time for 5 MB, in milliseconds. */
const PATIENCE = 240_000

/**
 * PUTs a file to a presigned address as a single request. XMLHttpRequest, because fetch tells nothing of what was sent.
 * @param onProgress is told the share that was sent, 0 to 1
 * @throws {ApiError | NoAnswer | DOMException} the last when `signal` was aborted
 */
export function putFile(
  address: string,
  content: Blob,
  {
    contentType,
    onProgress,
    signal,
  }: { readonly contentType: string; readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = (why: unknown) => () => reject(why)
    request.open('PUT', address)
    request.setRequestHeader('Content-Type', contentType)
    request.timeout = PATIENCE
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new ApiError(request.status, request.responseText, request.statusText))
    })
    request.addEventListener('error', fail(new NoAnswer('the file was not sent')))
    request.addEventListener('timeout', fail(new NoAnswer('the file took too long')))
    request.addEventListener('abort', fail(new DOMException('The upload was cancelled', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    if (signal.aborted) fail(new DOMException('The upload was cancelled', 'AbortError'))()
    else request.send(content)
  })
}

/**
 * Tells the server of a file that was PUT. Where the store has not got it, something else answered in its place, such as
 * the sign-in page of a network: it is as if there had been no answer, and the same file can be sent again.
 * @throws {ApiError | NoAnswer}
 */
export async function tellOf<Stored>(telling: Promise<Stored>): Promise<Stored> {
  try {
    return await telling
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'upload-missing') throw new NoAnswer(error)
    throw error
  }
}
