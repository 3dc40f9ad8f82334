/** The first value of a cookie in a `Cookie` header, percent-decoded. Undefined when it is absent or broken. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const key = at < 0 ? pair : pair.slice(0, at)
    if (key.trim() !== name) continue
    try {
      return at < 0 ? '' : decodeURIComponent(pair.slice(at + 1).trim())
    } catch {
      return undefined
    }
  }
  return undefined
}
