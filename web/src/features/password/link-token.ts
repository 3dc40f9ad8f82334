import { useEffect, useState } from 'react'

/** What stood in the link that was followed last; here alone, and gone with the page. */
let held: string | undefined

/**
 * Takes what stands behind `#` out of the address, so that it is in no bookmark, no history and no picture of the screen.
 * React may ask twice: what was taken stays held.
 */
function takeToken(): string | undefined {
  const token = window.location.hash.slice(1)
  if (token !== '') {
    held = token
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
  }
  return held
}

/** What stood in the mailed link, also in a second one that is followed in the same tab; undefined when there was nothing. */
export function useLinkToken(): { readonly token: string | undefined; readonly forget: () => void } {
  const [token, setToken] = useState(takeToken)
  useEffect(() => {
    const follow = () => setToken(takeToken())
    window.addEventListener('hashchange', follow)
    // One may have been followed between the first sight and now.
    follow()
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return {
    token,
    forget: () => {
      held = undefined
      setToken(undefined)
    },
  }
}
