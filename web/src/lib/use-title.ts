import { useEffect } from 'react'

/** Sets the document's title while the screen is shown; afterwards it is what it was, as the screen around it has set it. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
