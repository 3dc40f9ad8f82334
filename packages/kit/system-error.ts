import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'

/** The code of a system error, such as ENOSPC; empty for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file would be larger than the system allows',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOTEMPTY: 'another folder is in its place',
  EISDIR: 'a folder is in its place',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
}

/** A system error in words. */
export function reasonOf(error: unknown): string {
  return MEANINGS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}

/**
 * Why a folder cannot be made, read or written, in words; where it is not there, also which of those above it stands in the way: one
 * does not see by a long path how much of it is there.
 */
export function whyNotUsable(folder: string, error: unknown): string {
  const found = nearest(folder)
  return found === folder ? reasonOf(error) : `${reasonOf(error)} (${found})`
}

/** What is there of a path, as far as this user can see. */
function nearest(path: string): string {
  try {
    lstatSync(path)
    return path
  } catch {
    return path === dirname(path) ? path : nearest(dirname(path))
  }
}
