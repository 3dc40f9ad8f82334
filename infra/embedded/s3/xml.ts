import type { S3Error } from './s3-error.ts'
import type { Description } from './store.ts'

/** The XML that S3 speaks: few, flat documents, so written and read by hand. */

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

export function errorXml({ code, message }: S3Error): string {
  return `${HEAD}<Error>${element('Code', code)}${element('Message', message)}</Error>`
}

interface Listing {
  readonly bucket: string
  readonly prefix: string
  readonly maxKeys: number
  readonly objects: readonly Description[]
  /** Present when there is more. */
  readonly nextContinuationToken: string | undefined
}

export function listingXml({ bucket, prefix, maxKeys, objects, nextContinuationToken }: Listing): string {
  const contents = objects.map(
    ({ key, size, etag, modified }) =>
      `<Contents>${element('Key', key)}${element('LastModified', modified)}${element('ETag', etag)}` +
      `${element('Size', String(size))}<StorageClass>STANDARD</StorageClass></Contents>`,
  )
  const members = [
    element('Name', bucket),
    element('Prefix', prefix),
    element('KeyCount', String(objects.length)),
    element('MaxKeys', String(maxKeys)),
    element('IsTruncated', String(nextContinuationToken !== undefined)),
    nextContinuationToken === undefined ? '' : element('NextContinuationToken', nextContinuationToken),
    ...contents,
  ]
  return `${HEAD}<ListBucketResult ${NAMESPACE}>${members.join('')}</ListBucketResult>`
}

export function copyXml({ etag, modified }: Description): string {
  return `${HEAD}<CopyObjectResult ${NAMESPACE}>${element('ETag', etag)}${element('LastModified', modified)}</CopyObjectResult>`
}

/** @param quiet the caller wants to hear of failures only, and there are none */
export function deletedXml(keys: readonly string[], quiet: boolean): string {
  const deleted = quiet ? [] : keys.map((key) => `<Deleted>${element('Key', key)}</Deleted>`)
  return `${HEAD}<DeleteResult ${NAMESPACE}>${deleted.join('')}</DeleteResult>`
}

/** The keys that a `DeleteObjects` document names, and whether it asks for a quiet answer. */
export function parseDelete(xml: string): { keys: string[]; quiet: boolean } {
  return {
    keys: [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, text = '']) => plain(text)),
    quiet: /<Quiet>\s*true\s*<\/Quiet>/.test(xml),
  }
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]))

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

function plain(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|[a-z]+);/gi, (entity, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (Number.isNaN(code)) return CHARACTERS.get(entity) ?? entity
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity
  })
}
