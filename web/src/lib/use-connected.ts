import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the device says that it has a network: for screens that have no queries. */
export const useConnected = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
