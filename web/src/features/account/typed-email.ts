/**
 * The e-mail address that was typed into a business's sign-in form, for a reload. Stored where: sessionStorage
 * `forecourt-sign-in:<slug>`, which ends with the tab; until somebody has signed in. A browser that keeps nothing knows none.
 */
const keyOf = (slug: string) => `forecourt-sign-in:${slug}`

/** What was typed as the e-mail address at this business’s sign-in; empty when nothing is kept. */
export function typedEmail(slug: string): string {
  try {
    return sessionStorage.getItem(keyOf(slug)) ?? ''
  } catch {
    return ''
  }
}

/** @param email an empty one is forgotten */
export function keepEmail(slug: string, email: string): void {
  try {
    if (email === '') sessionStorage.removeItem(keyOf(slug))
    else sessionStorage.setItem(keyOf(slug), email)
  } catch {
    // It has to be typed again after a reload.
  }
}
