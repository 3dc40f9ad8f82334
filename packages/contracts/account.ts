import * as z from 'zod/mini'

/** Body of `POST /api/auth/login`. Both fields are required; nothing else is said of them, so that no rule is leaked. */
export const SignIn = z.strictObject({
  email: z
    .string('Email is required')
    .check(z.minLength(1, 'Email is required'), z.maxLength(254, 'Invalid credentials')),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(200, 'Invalid credentials')),
  businessSlug: z
    .string('businessSlug is required')
    .check(z.minLength(1, 'businessSlug is required'), z.maxLength(63, 'Invalid credentials')),
})
export type SignIn = z.infer<typeof SignIn>

/** Answer of `GET /api/auth/user` and of a successful sign-in. */
export const CurrentUser = z.strictObject({
  id: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: z.string(),
  isAdmin: z.boolean(),
  businessId: z.string(),
  business: z.strictObject({ id: z.string(), name: z.string(), slug: z.string(), primaryColor: z.string() }),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Answer of `POST /api/auth/login`: the rest comes from `GET /api/auth/user`. */
export const SignedIn = z.strictObject({ userId: z.string(), businessId: z.string() })
/** Answer of `POST /api/auth/logout`. */
export const SignedOut = z.strictObject({ signedOut: z.literal(true) })
