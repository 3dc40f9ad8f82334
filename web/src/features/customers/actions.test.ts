import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { bind } from '../../offline/outbox/action.ts'
import { outcomeOf } from '../../offline/outbox/outcome.ts'
import { checkLicence, hide } from './actions.ts'

/** Why the server has refused it, with that status. */
const refusalWith = (status: number) => {
  const said = { type: 'about:blank', title: 'No', status, detail: 'No', message: 'No', code: 'not-found' }
  const outcome = outcomeOf(new ApiError(status, JSON.stringify(said), 'Refused'))
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

const isOvertaken = (picture: string | null, seen?: string) =>
  bind(checkLicence, { id: 'ada', licenseStatus: 'verified', licenseImageUrl: seen }).isOvertaken(() => [
    { id: 'ada', licenseImageUrl: picture },
  ])

describe('a look at a licence that was refused because another picture has come', () => {
  it('is not sent again: the server would refuse it again, and the new picture is to be looked at', () =>
    expect(isOvertaken('/objects/licences/two', '/objects/licences/one')).toBe(true))
  it('can be sent again when the picture is the one that was seen, or nothing is compared', () => {
    expect(isOvertaken('/objects/licences/one', '/objects/licences/one')).toBe(false)
    expect(isOvertaken('/objects/licences/two')).toBe(false)
  })
})

const isOvertakenBy = (licenseStatus: string, from?: 'pending') =>
  bind(checkLicence, { id: 'ada', licenseStatus: 'refused', reason: 'Blurred', from }).isOvertaken(() => [
    { id: 'ada', licenseImageUrl: null, licenseStatus },
  ])

describe('a look at a licence that was refused because a colleague has said something else', () => {
  it('is not sent again: what they have said is to be looked at', () =>
    expect(isOvertakenBy('verified', 'pending')).toBe(true))
  it('can be sent again when it is as it was seen, or as it was to be, or nothing is compared', () => {
    expect(isOvertakenBy('pending', 'pending')).toBe(false)
    expect(isOvertakenBy('refused', 'pending')).toBe(false)
    expect(isOvertakenBy('verified')).toBe(false)
  })
})
