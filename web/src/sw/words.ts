/** What a page says to the worker when a member has signed out. */
export const SIGNED_OUT = 'forecourt-signed-out'
