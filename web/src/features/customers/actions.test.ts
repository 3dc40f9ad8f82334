import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { bind } from '../../offline/outbox/action.ts'
import { outcomeOf } from '../../offline/outbox/outcome.ts'
import { checkLicence, hide } from './actions.ts'

/** Why the server has refused it, with that status. */
const refusalWith = (status: number) => {
  const outcome = outcomeOf(new ApiError(status, '', 'Refused'))
  return outcome.kind === 'refused' ? outcome.reason : undefined
}

describe.each([
  ['Hide', bind(hide, { id: 'ada' })],
  ['Refuse License', bind(checkLicence, { id: 'ada', licenseStatus: 'refused', reason: 'Blurred' })],
])('%s, refused', (_, action) => {
  // What the device has in its list is from before, or begins after them.
  const isGone = (refusal: string | undefined) => action.isGone(() => [], refusal)

  it('leads nowhere and is not sent again when the customer was erased meanwhile', () =>
    expect(isGone(refusalWith(404))).toBe(true))

  it('leads to the customer when it was refused for another reason', () => {
    expect(isGone(refusalWith(409))).toBe(false)
    expect(isGone(undefined)).toBe(false)
  })
})
