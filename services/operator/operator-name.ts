import { userInfo } from 'node:os'

/**
 * Who runs the program, as the log names them: as they say (`FORECOURT_OPERATOR`), else by their user name, or the user's
 * number where it has no name (a container may run with any).
 */
export function operatorName(said: string | undefined, user: () => { readonly username: string } = userInfo): string {
  if (said !== undefined) return said
  try {
    return user().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}
