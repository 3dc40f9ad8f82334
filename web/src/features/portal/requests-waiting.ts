import { useEffect, useState } from 'react'
import { tabsOf, waitingOf } from '../../offline/outbox/storage.ts'

/** Under this name renters' requests wait: no member has it. */
export const RENTER = 'renter'

interface Found {
  readonly slug: string
  /** Something waited when the portal was opened. */
  readonly wasThere: boolean
  readonly count: number
}

const look = async (slug: string): Promise<Found> => {
  const count = (await waitingOf(RENTER, slug)).length
  return { slug, wasThere: count > 0, count }
}

let ahead: Found | undefined

/** Looks before the portal is drawn: what is said of it at the top pushes nothing down then. */
export async function lookForWaiting(slug: string): Promise<void> {
  ahead = await look(slug)
}

/**
 * How many requests wait on this device, without the code that sends them.
 * @returns undefined when none did as the portal was opened: what is put aside later is said where it is done
 */
export function useRequestsWaiting(slug: string): number | undefined {
  const [found, setFound] = useState(() => (ahead?.slug === slug ? ahead : undefined))
  useEffect(() => {
    let isOver = false
    ahead = undefined
    const update = async () => {
      const now = await look(slug)
      if (!isOver) setFound((before) => (before?.slug === slug ? { ...now, wasThere: before.wasThere } : now))
    }
    const tabs = tabsOf(RENTER, slug)
    tabs.addEventListener('message', () => void update())
    void update()
    return () => {
      isOver = true
      tabs.close()
    }
  }, [slug])
  return found?.slug === slug && found.wasThere ? found.count : undefined
}
