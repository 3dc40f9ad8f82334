import type { Letter } from './letter.ts'

/** What the letters about an account speak of, in the words of a person. */
export interface AccountInWords {
  readonly business: string
  /** Null where it is not known. */
  readonly firstName: string | null
  readonly email: string
  /** Where a password is chosen; with it, anybody can. */
  readonly url: string
  /** When that ends. */
  readonly until: string
}

const letterTo = ({ business, firstName, email, url, until }: AccountInWords) => ({
  greeting: firstName === null ? 'Hello,' : `Hello ${firstName},`,
  facts: [['You sign in with', email]] as const,
  once: `The link can be used once, and until ${until}. Please pass it on to nobody: whoever has it can choose the password.`,
  action: { label: 'Choose a password', url },
  closing: 'Kind regards',
  signature: business,
})

/** To somebody who has been added to the staff of a business. */
export function staffInvitation(account: AccountInWords): Letter {
  const { greeting, once, ...rest } = letterTo(account)
  return {
    ...rest,
    subject: `Choose your password for ${account.business}`,
    preview: `You have an account for the dashboard of ${account.business}.`,
    heading: `Welcome to ${account.business}`,
    paragraphs: [
      greeting,
      `You have an account for the dashboard of ${account.business}. Choose a password to sign in.`,
    ],
    after: [
      once,
      'If it is over, ask a colleague for another one, or say on the sign-in page that you forgot your password.',
    ],
    footer: [`You get this email because somebody of ${account.business} gave this address for your account.`],
  }
}

/** To somebody who has forgotten their password, or of whom it was said. */
export function passwordReset(account: AccountInWords): Letter {
  const { greeting, once, ...rest } = letterTo(account)
  return {
    ...rest,
    subject: `Choose another password for ${account.business}`,
    preview: 'Nothing changes until you choose one.',
    heading: 'Choose another password',
    paragraphs: [
      greeting,
      `Somebody asked for another password for your account at ${account.business}. If that was you, choose one here.`,
    ],
    after: [once, 'If it was not you, there is nothing to do: your password stays as it is.'],
    footer: [`You get this email because you sign in to the dashboard of ${account.business} with this address.`],
  }
}
