import type { IncomingMessage } from 'node:http'
import { deleteMany, describeBucket, listObjects, makeBucket } from './buckets.ts'
import type { Call } from './call.ts'
import { copyObject, deleteObject, getObject, putObject } from './objects.ts'
import { notImplemented, S3Error } from './s3-error.ts'

/** Parameters that turn a call into another one. Those that we do not know must not be taken for the plain call. */
const SUB_RESOURCES = [
  'acl',
  'cors',
  'lifecycle',
  'object-lock',
  'partNumber',
  'policy',
  'tagging',
  'uploadId',
  'uploads',
  'versionId',
  'versioning',
  'versions',
]

/**
 * Does what a signed request asks for and answers it.
 * @throws {S3Error} what the caller is to be told instead
 */
export async function dispatch(call: Call): Promise<void> {
  const { request, target } = call
  const unknown = target.parameters.find(([name]) => SUB_RESOURCES.includes(name))
  if (unknown) throw notImplemented(`?${unknown[0]}`)
  if (target.bucket === '') throw notImplemented('Listing buckets')
  return target.key === '' ? onBucket(call) : onObject(call, request)
}

async function onBucket(call: Call): Promise<void> {
  switch (call.request.method) {
    case 'PUT':
      return makeBucket(call)
    case 'HEAD':
      return describeBucket(call)
    case 'GET':
      return listObjects(call)
    case 'POST':
      return deleteMany(call)
    default:
      throw methodNotAllowed()
  }
}

async function onObject(call: Call, { method, headers }: IncomingMessage): Promise<void> {
  switch (method) {
    case 'PUT':
      return headers['x-amz-copy-source'] === undefined ? putObject(call) : copyObject(call)
    case 'GET':
    case 'HEAD':
      return getObject(call)
    case 'DELETE':
      return deleteObject(call)
    default:
      throw methodNotAllowed()
  }
}

const methodNotAllowed = () =>
  new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
