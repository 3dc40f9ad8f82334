import { onlineManager } from '@tanstack/react-query'

/** TanStack Query takes every device for online at first, even one that is not. */
export function startFromTheDevicesConnectivity(): void {
  onlineManager.setOnline(navigator.onLine)
}
