/** One change of the session at a time in all tabs: the end of an old one must not take away a new one. */
export const inTurn = <T>(change: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('forecourt-session', change) : change()
