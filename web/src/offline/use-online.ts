import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)
const isOnline = () => onlineManager.isOnline()

/** Whether the device says that it has a network. It may be wrong about the world behind it. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
