/** The key of the query that says who is signed in; by itself, for screens that need nothing else of it. */
export const SESSION_KEY = ['auth', 'user'] as const
