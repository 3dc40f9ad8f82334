import { deactivateBusiness } from '@forecourt/command/business/deactivate.ts'
import { reactivateBusiness } from '@forecourt/command/business/reactivate.ts'
import { type Command, RefusedError, required } from '../cli/command.ts'
import { businessOfSlug } from './find.ts'

/** `forecourt deactivate`: from now on the business answers as one that is not there. */
export const deactivate: Command = {
  name: 'deactivate',
  summary: 'close a business: it answers as one that is not there, and its staff are signed out',
  example: "forecourt deactivate --business harbour-hire --reason 'the contract has ended'",
  explained: [
    ['--business SLUG', 'which'],
    ['--reason TEXT', 'why, for the history; nothing personal: it is kept for ever'],
  ],
  needs: ['business', 'reason'],
  options: { business: { type: 'string' }, reason: { type: 'string' } },
  async run(given, { core, pool, call }) {
    const slug = required(given, 'business', { line: 63 })
    const reason = required(given, 'reason', { line: 500 })
    const businessId = await businessOfSlug(core, slug)
    const closed = await deactivateBusiness(core, pool, call, businessId, reason)
    if (!closed.ok) throw new RefusedError(closed.refusal.code, `the platform refused: ${closed.refusal.code}`)
    return {
      sentences: [`${slug} is closed. All it has is kept: "forecourt reactivate --business ${slug}" opens it again.`],
      facts: { businessId, slug },
    }
  },
}

/** `forecourt reactivate`: the business is open again, with all it had. */
export const reactivate: Command = {
  name: 'reactivate',
  summary: 'open a business again that was closed',
  example: 'forecourt reactivate --business harbour-hire',
  explained: [['--business SLUG', 'which']],
  needs: ['business'],
  options: { business: { type: 'string' } },
  async run(given, { core, call }) {
    const slug = required(given, 'business', { line: 63 })
    const businessId = await businessOfSlug(core, slug)
    const opened = await reactivateBusiness(core, call, businessId)
    if (!opened.ok) throw new RefusedError(opened.refusal.code, `the platform refused: ${opened.refusal.code}`)
    return { sentences: [`${slug} is open. Its staff sign in as before.`], facts: { businessId, slug } }
  },
}
