import type { KeyObject } from 'node:crypto'
import { passwordPage } from '@forecourt/contracts/password.ts'
import type { Business } from '@forecourt/domain/business/business.ts'
import type { UserId } from '@forecourt/domain/ids.ts'
import type { WithdrawalReason } from '@forecourt/domain/notification/events.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import type { UserProfile } from '@forecourt/domain/user/events.ts'
import { decode, open, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { mintPasswordToken } from '@forecourt/kit/password-link.ts'
import { passwordReset, staffInvitation } from './account-wording.ts'
import { type Branding, brandingOf } from './branding.ts'
import { dressed, type Mail } from './compose.ts'
import { momentInWords } from './in-words.ts'
import { asText } from './letter.ts'
import type { AccountTemplate } from './mails-for.ts'
import { businessOf, type Sources } from './particulars.ts'

export interface AccountSources extends Sources {
  /** `LOOKUP_KEY`: the link is made here and nowhere before, so that neither the log nor a queue ever holds it. */
  readonly lookupKey: KeyObject
  /** Sender's address of every mail. */
  readonly from: string
  readonly now: () => Date
  /** Where the files are that mails show or enclose. */
  readonly storage: Pick<ObjectStorage, 'read'>
}

/** A mail, or why it is not wanted any more. */
export type Written = { readonly mail: Mail } | { readonly moot: WithdrawalReason }

type LinkFact = Extract<StoredFact, { readonly type: 'UserInvited' | 'UserPasswordResetRequested' }>

/**
 * Writes the mail with a link to choose a password. A link that would be of no use is not mailed: its time is over, another
 * password was chosen since, or the account is closed.
 */
export async function accountMail(
  sources: AccountSources,
  template: AccountTemplate,
  cause: StoredFact,
): Promise<Written> {
  if (cause.type !== 'UserInvited' && cause.type !== 'UserPasswordResetRequested') {
    throw new Error(`${cause.type} calls for no link`)
  }
  const account = await accountOf(sources, cause)
  if (account === undefined) return { moot: 'no-address' }
  const { business, profile } = account
  if (!business.active) return { moot: 'business-inactive' }
  const isOver = Date.parse(cause.data.goodUntil) <= sources.now().getTime()
  if (isOver || account.isVoid || business.shutOut.includes(cause.data.userId)) return { moot: 'overtaken' }
  const link = linkOf(sources, business, cause.data)
  const branding = await brandingOf(sources, business)
  return { mail: composeAccountMail(template, business, profile, link, sources.from, branding) }
}

/** The mail itself. @param link where a password is chosen, and until when */
export function composeAccountMail(
  template: AccountTemplate,
  business: Business,
  { email, firstName }: Pick<UserProfile, 'email' | 'firstName'>,
  { url, goodUntil }: { readonly url: string; readonly goodUntil: string },
  from: string,
  branding: Branding,
): Mail {
  const until = momentInWords(goodUntil, business.timeZone)
  const words = { business: business.name, firstName, email, url, until }
  const letter = template === 'staff-invitation' ? staffInvitation(words) : passwordReset(words)
  const { contactEmail } = business
  return {
    from: { name: business.name, address: from },
    // No name: what somebody typed is in the letter, never in a header.
    to: { name: '', address: email },
    ...(contactEmail ? { replyTo: { name: business.name, address: contactEmail } } : {}),
    subject: letter.subject,
    text: asText(letter),
    ...dressed(letter, branding),
  }
}

function linkOf({ publicUrl, lookupKey }: AccountSources, { slug }: Business, data: LinkFact['data']) {
  const { userId, passwordVersion, goodUntil } = data
  const token = mintPasswordToken(lookupKey, { userId, passwordVersion, goodUntil: new Date(goodUntil) })
  return { url: publicUrl + passwordPage(slug, token), goodUntil }
}

/** What makes every earlier link of an account void. */
const VOIDING: ReadonlySet<string> = new Set(['UserPasswordChanged', 'UserDeactivated'])

/** @returns undefined when nobody knows any more who it was, or they belong to no business */
async function accountOf(sources: AccountSources, cause: LinkFact) {
  const facts = await factsOf(sources, cause.data.userId)
  const registered = facts.find((fact) => fact.type === 'UserRegistered')
  const known = facts.findLast((fact) => fact.type === 'UserProfileChanged') ?? registered
  const businessId = registered?.data.businessId ?? null
  if (known === undefined || businessId === null) return undefined
  // Asked anew for every mail: a key that this process remembers would still open what was erased a moment ago.
  sources.vault.drop(cause.data.userId)
  const profile = open(known, await sources.vault.keysOf([cause.data.userId]))
  if (profile === ERASED) return undefined
  const isVoid = facts.some(({ type, revision }) => VOIDING.has(type) && revision > cause.revision)
  return { profile, isVoid, business: await businessOf(sources, businessId) }
}

async function factsOf({ eventLog }: AccountSources, userId: UserId): Promise<StoredFact[]> {
  const facts: StoredFact[] = []
  for await (const recorded of eventLog.read(userStream(userId))) {
    const fact = decode(recorded)
    if (fact.kind === 'fact') facts.push(fact)
  }
  return facts
}
