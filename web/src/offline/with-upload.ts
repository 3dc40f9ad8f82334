import { noteUpload, uploadOf } from './sealed.ts'

interface Sending<Answer> {
  /** Uploads what is sealed and gives its path. */
  readonly upload: () => Promise<string>
  /** Sends the command that names the file. */
  readonly send: (path: string) => Promise<Answer>
  /** Whether the server does not know the file any more. */
  readonly isLost: (error: unknown) => boolean
  /** For how many milliseconds the server surely keeps a file that nothing refers to. */
  readonly goodFor: number
}

/**
 * Sends what names a file that is sealed on this device: the file first, unless the server has it. However long ago it was
 * uploaded, the same one is named first: an answer may have been lost, and under one key another file would be another command.
 * @param sealed id of the file
 * @throws what `upload` and `send` throw
 */
export async function withUpload<Answer>(
  sealed: string,
  { upload, send, isLost, goodFor }: Sending<Answer>,
): Promise<Answer> {
  const anew = async (): Promise<Answer> => {
    const path = await upload()
    // Before it is sent: sent again, it must be the same.
    await noteUpload(sealed, { path, at: Date.now() })
    return await send(path)
  }
  const before = await uploadOf(sealed)
  if (before === undefined) return await anew()
  try {
    return await send(before.path)
  } catch (error) {
    if (Date.now() - before.at < goodFor || !isLost(error)) throw error
    return await anew()
  }
}
