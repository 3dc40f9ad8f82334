import { userInfo } from 'node:os'

/**
 * Who runs the program, as the log names them: their user name, or the user's number where it has no name (a container may
 * run with any).
 */
export function operatorName(user: () => { readonly username: string } = userInfo): string {
  try {
    return user().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}
