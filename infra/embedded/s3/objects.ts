import type { IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { answerEmpty, answerXml } from './answer.ts'
import { checkedBody } from './body.ts'
import type { Call } from './call.ts'
import { parameter, parseTarget } from './request-target.ts'
import { notImplemented, S3Error } from './s3-error.ts'
import type { Description } from './store.ts'
import { copyXml } from './xml.ts'

/** Headers of an upload that come back with the object, beside `x-amz-meta-…`. */
const KEPT = ['cache-control', 'content-disposition', 'content-language', 'expires']

/** `PutObject`, also to a presigned address. `If-None-Match: *` refuses to replace. */
export async function putObject({ request, response, target, payloadHash, store, maxBytes }: Call): Promise<void> {
  const { headers } = request
  if (headers['if-match'] !== undefined) throw notImplemented('Writing with If-Match')
  if (headers['if-none-match'] !== undefined && headers['if-none-match'] !== '*') {
    throw notImplemented('Writing with an If-None-Match other than *')
  }
  const body = checkedBody(request, payloadHash, maxBytes)
  const stored = await store.write(target.bucket, {
    key: target.key,
    body,
    headers: () => ({ ...keptHeaders(headers), ...Object.fromEntries([body.checksum() ?? []].filter(isPair)) }),
    onlyIfAbsent: headers['if-none-match'] === '*',
  })
  answerEmpty(response, 200, { etag: stored.etag })
}

/** `CopyObject` within this server; the copy has the source's headers. */
export async function copyObject({ request, response, target, store }: Call): Promise<void> {
  const header = request.headers['x-amz-copy-source']
  if (request.headers['x-amz-metadata-directive'] === 'REPLACE') throw notImplemented('Copying with other metadata')
  const from = parseTarget(`/${String(header).replace(/^\//, '')}`)
  if (from.parameters.length > 0) throw notImplemented('Copying a version')
  await using source = await store.open(from.bucket, from.key)
  const { size, headers } = source.description
  const copied = await store.write(target.bucket, {
    key: target.key,
    body: size === 0 ? none() : buffers(source.stream(0, size - 1)),
    headers: () => headers,
    onlyIfAbsent: false,
  })
  answerXml(response, 200, copyXml(copied))
}

/** `DeleteObject`: no matter if there is none. */
export async function deleteObject({ response, target, store }: Call): Promise<void> {
  await store.remove(target.bucket, target.key)
  answerEmpty(response, 204)
}

/** `GetObject` and `HeadObject`, whole or one range, and 304 when the caller has it already. */
export async function getObject({ request, response, target, store }: Call): Promise<void> {
  await using object = await store.open(target.bucket, target.key)
  const { description } = object
  if (request.headers['if-none-match'] === description.etag) return answerEmpty(response, 304)

  const range = byteRange(request.headers.range, description.size)
  const [from, to] = range ?? [0, description.size - 1]
  const { 'content-type': type = 'binary/octet-stream', ...headers } = description.headers
  const withChecksum = request.headers['x-amz-checksum-mode'] === 'ENABLED' && range === undefined
  const disposition = parameter(target, 'response-content-disposition')
  response.writeHead(range ? 206 : 200, {
    ...Object.fromEntries(
      Object.entries(headers).filter(([name]) => withChecksum || !name.startsWith('x-amz-checksum-')),
    ),
    'content-type': parameter(target, 'response-content-type') ?? type,
    ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
    'content-length': String(to - from + 1),
    'accept-ranges': 'bytes',
    etag: description.etag,
    'last-modified': new Date(description.modified).toUTCString(),
    ...(range ? { 'content-range': `bytes ${from}-${to}/${description.size}` } : {}),
  })
  if (request.method === 'HEAD' || description.size === 0) response.end()
  else await pipeline(object.stream(from, to), response)
}

/**
 * First and last byte that a Range header asks for; undefined when there is none or it is not a single byte range, in
 * which case the whole object is the right answer (RFC 9110).
 * @throws {S3Error} 416 when the object has none of it
 */
function byteRange(header: string | undefined, size: number): readonly [from: number, to: number] | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (from >= size || from > to) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  return [from, to]
}

function keptHeaders(headers: IncomingHttpHeaders): Description['headers'] {
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && (KEPT.includes(entry[0]) || entry[0].startsWith('x-amz-meta-')),
  )
  return { 'content-type': headers['content-type'] ?? 'binary/octet-stream', ...Object.fromEntries(kept) }
}

function isPair(value: readonly string[]): value is readonly [string, string] {
  return value.length === 2
}

async function* none(): AsyncGenerator<Buffer> {}

async function* buffers(stream: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  for await (const piece of stream) yield Buffer.from(piece)
}
