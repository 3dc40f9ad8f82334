import { z } from 'zod'

/** Where the platform serves a stored file. Whether it made that path itself, only its key can tell. */
export const ObjectPath = z.string().regex(/^\/objects\/[A-Za-z0-9/_.-]{1,200}$/)
