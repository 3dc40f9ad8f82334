import * as z from 'zod/mini'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 200

/** Minutes that a mailed link to choose a password is good for. */
export const PASSWORD_LINK_MINUTES = 60

/**
 * Where the mailed link leads, below the public address: a page of the web app that asks for a new password and sends it to
 * `POST /api/auth/password/reset`. The token stands behind `#`, which browsers send to no server and in no `Referer`; the
 * page takes it out of the address before it does anything else.
 */
export const passwordPage = (slug: string, token: string): string => `/${slug}/admin/reset#${token}`

const TOO_SHORT = `At least ${SHORTEST_PASSWORD} characters`
const NO_CONTROL = 'Control characters are not allowed'

/** As it was typed: nothing is trimmed. */
const NewPassword = z.string('A new password is required').check(
  z.minLength(SHORTEST_PASSWORD, TOO_SHORT),
  z.maxLength(LONGEST_PASSWORD, `At most ${LONGEST_PASSWORD} characters`),
  z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), NO_CONTROL),
)

/** Body of `PUT /api/auth/password`. */
export const PasswordChange = z.strictObject({
  currentPassword: z
    .string('Your current password is required')
    .check(
      z.minLength(1, 'Your current password is required'),
      z.maxLength(LONGEST_PASSWORD, 'This is not your password'),
    ),
  newPassword: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** Body of `POST /api/auth/password/forgotten`. */
export const ForgottenPassword = z.strictObject({
  email: z
    .string('Email is required')
    .check(z.minLength(1, 'Email is required'), z.maxLength(254, 'At most 254 characters')),
  businessSlug: z
    .string('businessSlug is required')
    .check(z.minLength(1, 'businessSlug is required'), z.maxLength(63, 'At most 63 characters')),
})
export type ForgottenPassword = z.infer<typeof ForgottenPassword>
/** Answer of `POST /api/auth/password/forgotten`: the same whoever asks about whom. */
export const ForgottenAccepted = z.strictObject({ accepted: z.literal(true) })

/** Body of `POST /api/auth/password/reset`. `token`: what stands behind `#` in the mailed link. */
export const PasswordReset = z.strictObject({
  token: z
    .string('The link is not whole')
    .check(z.minLength(1, 'The link is not whole'), z.maxLength(200, 'The link is not whole')),
  password: NewPassword,
})
export type PasswordReset = z.infer<typeof PasswordReset>
/** Answer of `PUT /api/auth/password` and `POST /api/auth/password/reset`. */
export const PasswordChanged = z.strictObject({ changed: z.literal(true) })
