/** The first value of a cookie in a `Cookie` header, percent-decoded. Undefined when it is absent or broken. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() !== name) continue
    try {
      return decodeURIComponent(value.join('=').trim())
    } catch {
      return undefined
    }
  }
  return undefined
}
