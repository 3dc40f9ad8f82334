import { answerEmpty, answerXml } from './answer.ts'
import { wholeBody } from './body.ts'
import type { Call } from './call.ts'
import { parameter } from './request-target.ts'
import { noSuchBucket, notImplemented, S3Error } from './s3-error.ts'
import { deletedXml, listingXml, parseDelete } from './xml.ts'

const MOST_KEYS = 1000
const LONGEST_DELETE_DOCUMENT = 2 * 1024 * 1024

/** `CreateBucket`: no harm when it is there already. */
export async function makeBucket({ response, target, store }: Call): Promise<void> {
  store.createBucket(target.bucket)
  answerEmpty(response, 200, { location: `/${target.bucket}` })
}

/** `HeadBucket` */
export async function describeBucket({ response, target, store }: Call): Promise<void> {
  if (!(await store.hasBucket(target.bucket))) throw noSuchBucket()
  answerEmpty(response, 200)
}

/** `ListObjectsV2`: by prefix, in pages. A continuation token is the last key of the page before, in base64. */
export async function listObjects({ response, target, store }: Call): Promise<void> {
  if (parameter(target, 'list-type') !== '2') throw notImplemented('ListObjects of version 1')
  if (parameter(target, 'delimiter')) throw notImplemented('Listing with a delimiter')
  const prefix = parameter(target, 'prefix') ?? ''
  const maxKeys = Math.min(Number(parameter(target, 'max-keys') ?? MOST_KEYS), MOST_KEYS)
  if (!Number.isInteger(maxKeys) || maxKeys < 1) throw new S3Error(400, 'InvalidArgument', 'max-keys is not valid.')
  const token = parameter(target, 'continuation-token')
  const after = token === undefined ? parameter(target, 'start-after') : Buffer.from(token, 'base64url').toString()

  const all = await store.list(target.bucket, prefix)
  const rest =
    after === undefined ? all : all.filter(({ key }) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0)
  const objects = rest.slice(0, maxKeys)
  const last = objects.at(-1)
  answerXml(
    response,
    200,
    listingXml({
      bucket: target.bucket,
      prefix,
      maxKeys,
      objects,
      nextContinuationToken:
        last && rest.length > objects.length ? Buffer.from(last.key).toString('base64url') : undefined,
    }),
  )
}

/** `DeleteObjects`: up to 1,000 keys; those that are not there count as deleted. */
export async function deleteMany({ request, response, target, payloadHash, store }: Call): Promise<void> {
  if (parameter(target, 'delete') === undefined) throw notImplemented('Uploading by form')
  const { keys, quiet } = parseDelete((await wholeBody(request, payloadHash, LONGEST_DELETE_DOCUMENT)).toString())
  if (keys.length === 0 || keys.length > MOST_KEYS) throw new S3Error(400, 'MalformedXML', 'Name 1 to 1,000 keys.')
  for (const key of keys) await store.remove(target.bucket, key)
  answerXml(response, 200, deletedXml(keys, quiet))
}
