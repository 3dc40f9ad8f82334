import { S3Error } from './s3-error.ts'

/** What a request is about, with every part decoded exactly once. */
export interface RequestTarget {
  /** Empty for the service itself. */
  readonly bucket: string
  /** Empty for the bucket itself. */
  readonly key: string
  /** Path as sent, still encoded: the signature covers it. */
  readonly rawPath: string
  /** Parameters in the order of the address; a name may come more than once. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/**
 * Takes an address apart by hand. `URL` would resolve `.` and `..` segments, but in S3 they are part of a key, and the
 * signature is made over the path as it was sent.
 * @throws {S3Error} 400 `InvalidURI` when something is not valid percent-encoding
 */
export function parseTarget(url: string): RequestTarget {
  const mark = url.indexOf('?')
  const rawPath = mark < 0 ? url : url.slice(0, mark)
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1)
  if (!rawPath.startsWith('/')) throw new S3Error(400, 'InvalidURI', 'The request target must be a path.')
  const slash = rawPath.indexOf('/', 1)
  return {
    bucket: decode(slash < 0 ? rawPath.slice(1) : rawPath.slice(1, slash)),
    key: slash < 0 ? '' : decode(rawPath.slice(slash + 1)),
    rawPath,
    parameters: rawQuery
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const equals = pair.indexOf('=')
        return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
      }),
  }
}

/**
 * Value of a parameter that may be given once.
 * @throws {S3Error} 400 `InvalidArgument` when it is given twice: two readers could pick different ones
 */
export function parameter(target: RequestTarget, name: string): string | undefined {
  const values = target.parameters.filter(([given]) => given === name)
  if (values.length > 1) throw new S3Error(400, 'InvalidArgument', `${name} is given more than once.`)
  return values[0]?.[1]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error(400, 'InvalidURI', 'Could not parse the specified URI.')
  }
}
