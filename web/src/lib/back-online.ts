/** Acts once, as soon as the device has a network again. For what failed without one, and is still on the screen then. */
export const whenBackOnline = (act: () => void): void => window.addEventListener('online', act, { once: true })
