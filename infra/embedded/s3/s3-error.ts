/** A refusal in the S3 protocol's own words: clients match `code`. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const accessDenied = (message: string) => new S3Error(403, 'AccessDenied', message)

export const noSuchKey = () => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')

export const noSuchBucket = () => new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist.')

export const notImplemented = (what: string) =>
  new S3Error(501, 'NotImplemented', `${what} is not part of this server: use a full S3 service.`)
