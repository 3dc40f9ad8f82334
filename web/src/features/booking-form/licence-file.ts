import { LONGEST_UPLOAD, UPLOAD_TYPES } from '@forecourt/contracts/upload.ts'
import { ApiError } from '../../lib/api.ts'
import { texts } from './texts.ts'

const TYPES = UPLOAD_TYPES.license

const BY_ENDING: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
}

/** What some phones call these types. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-pdf': 'application/pdf',
}
/** That a file has some content, and not which. */
const SAY_NOTHING: ReadonlySet<string> = new Set(['', 'application/octet-stream'])

/** What the picker of files offers. */
export const LICENCE_ACCEPT = TYPES.join(',')

/**
 * The type under which a chosen file is sent, or why it is not: PNG, JPG or PDF, at most 5 MB (specification section 5).
 * Some browsers name no type, or one that says nothing: then the name's ending does. The server looks at the content itself.
 */
export function licenceType(
  file: Pick<File, 'name' | 'size' | 'type'>,
): { readonly contentType: string } | { readonly refused: string } {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const said = SAY_NOTHING.has(file.type) ? BY_ENDING[ending] : (OTHER_NAMES[file.type] ?? file.type)
  const contentType = TYPES.find((type) => type === said)
  if (contentType === undefined) return { refused: texts.wrongType }
  if (file.size > LONGEST_UPLOAD) return { refused: texts.tooLarge }
  if (file.size === 0) return { refused: texts.emptyFile }
  return { contentType }
}

/**
 * Why the server does not take the file, in the words that the form itself would have used; undefined when it is not the
 * file that is at fault. Sending the same one again does not help.
 */
export function fileRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 415) return texts.notThatType
  return error.status === 413 ? texts.tooLarge : undefined
}
