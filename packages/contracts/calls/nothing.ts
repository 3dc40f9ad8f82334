import * as z from 'zod/mini'

/** What calls without anything to say send: no body, or an empty object. */
export const Nothing = z.strictObject({})
