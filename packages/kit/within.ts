/** Something did not come in time. Whether it still comes is unknown. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * The promise's outcome, or a rejection when it takes longer. A late outcome is heard by nobody.
 * @throws {TooLate} the time is over
 */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TooLate(`no answer within ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
