import { describe, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import { bookingId, customerId, harbour, northern, personal } from '../testing/rental.ts'
import { customerDecider } from './decider.ts'

const subject = { customerId, businessId: harbour }
const picture = 'picture-1'
const verified = { type: 'CustomerLicenceVerified', data: { ...subject, picture } } as const
const refusal = { picture, bookingId: bookingId(1), mark: 'mark-1' } as const
const refused = { type: 'CustomerLicenceRefused', data: { ...subject, ...refusal } } as const
const expired = { type: 'CustomerLicenceExpired', data: { ...subject, picture, bookingId: null } } as const
const verify = { type: 'verifyLicence', ...subject, picture } as const
const refuse = { type: 'refuseLicence', ...subject, ...refusal, reason: 'It is too dark to read' } as const
const expire = { type: 'expireLicence', ...subject, picture, bookingId: null } as const
const reset = { type: 'CustomerLicenceReset', data: subject } as const
const licencePath = '/objects/licences/some'
const deleteIt = { type: 'deleteLicence', ...subject, picture, licencePath } as const
const deleted = { type: 'CustomerLicenceDeleted', data: { ...subject, picture } } as const
const hidden = { type: 'CustomerHiddenFromCustomersPage', data: subject } as const
const contactChanged = { type: 'CustomerContactChanged', data: subject } as const
const erased = { type: 'CustomerErased', data: { ...subject, basis: 'own request' } } as const
const identity = personal.customer

test('a customer’s contact changes', () =>
  given(customerDecider)
    .when({ type: 'changeContact', ...subject, identity })
    .thenEmits({ ...contactChanged, personal: identity }))

describe('the licence', () => {
  test('is pending until it is verified, and can be reset', () => {
    given(customerDecider).when(verify).thenEmits(verified)
    given(customerDecider, verified)
      .when({ type: 'resetLicence', ...subject })
      .thenEmits(reset)
    given(customerDecider, verified, reset).when(verify).thenEmits(verified)
  })
  test('that is so already stays so', () => {
    given(customerDecider, verified).when(verify).thenNothing()
    given(customerDecider)
      .when({ type: 'resetLicence', ...subject })
      .thenNothing()
    given(customerDecider, verified, refused).when(refuse).thenNothing()
    given(customerDecider, expired).when(expire).thenNothing()
  })
  test('is refused with a reason, and again with another', () => {
    given(customerDecider, verified)
      .when(refuse)
      .thenEmits({ ...refused, personal: { reason: 'It is too dark to read' } })
    given(customerDecider, refused)
      .when({ ...refuse, mark: 'mark-2', reason: 'It is the back of it' })
      .thenEmits({
        ...refused,
        data: { ...refused.data, mark: 'mark-2' },
        personal: { reason: 'It is the back of it' },
      })
    given(customerDecider, refused)
      .when({ type: 'resetLicence', ...subject })
      .thenEmits(reset)
  })
  test('expires, and is good again when it has been looked at again', () => {
    given(customerDecider, verified).when(expire).thenEmits(expired)
    given(customerDecider, expired).when(verify).thenEmits(verified)
  })
  test('is not checked by whoever had another picture before them than there is by now', () => {
    for (const command of [verify, refuse, expire, { type: 'resetLicence', ...subject, picture } as const]) {
      given(customerDecider, verified)
        .when({ ...command, seen: 'picture-0' })
        .thenRefused({ code: 'licence-changed' })
    }
    given(customerDecider)
      .when({ ...verify, seen: picture })
      .thenEmits(verified)
  })
  test('of which others have said something else since it was looked at is left to them', () => {
    const sayings = [verify, refuse, expire, { type: 'resetLicence', ...subject, picture }] as const
    const names = ['verified', 'refused', 'expired', 'pending'] as const
    for (const [i, command] of sayings.entries()) {
      const wanted = names[i] ?? 'pending'
      // Whoever saw it pending, or anything but what it is by now.
      for (const [theirs, present] of [
        [verified, 'verified'],
        [refused, 'refused'],
        [expired, 'expired'],
      ] as const) {
        for (const from of names.filter((name) => name !== present)) {
          const asked = given(customerDecider, theirs).when({ ...command, from })
          if (wanted === present) asked.thenNothing()
          else asked.thenRefused({ code: 'licence-status-changed', present, wanted })
        }
        // Who saw it so, or does not say what they saw, is heard.
        if (wanted !== present) {
          const types = { verified: 'Verified', refused: 'Refused', expired: 'Expired', pending: 'Reset' } as const
          for (const from of [present, undefined])
            given(customerDecider, theirs)
              .when({ ...command, from })
              .thenTypes(`CustomerLicence${types[wanted]}`)
        }
      }
    }
    given(customerDecider, verified, reset)
      .when({ ...refuse, from: 'verified' })
      .thenRefused({ code: 'licence-status-changed', present: 'pending', wanted: 'refused' })
  })
  test('refused with another reason is no other status than the one that is asked for', () =>
    given(customerDecider, refused)
      .when({ ...refuse, from: 'pending', mark: 'mark-2' })
      .thenTypes('CustomerLicenceRefused'))
  test('of which nobody has said anything since another picture took its place is pending, and can be said to be so', () => {
    const another = { picture: 'picture-2', from: 'pending' } as const
    given(customerDecider, refused)
      .when({ ...verify, ...another })
      .thenTypes('CustomerLicenceVerified')
    given(customerDecider, verified)
      .when({ ...refuse, ...another })
      .thenTypes('CustomerLicenceRefused')
    given(customerDecider, { ...verified, data: { ...subject, picture: null } })
      .when({ ...refuse, from: 'pending' })
      .thenTypes('CustomerLicenceRefused')
    // Where the picture was deleted, what was said of it is still shown.
    given(customerDecider, verified, deleted)
      .when({ ...expire, picture: 'none', from: 'verified' })
      .thenTypes('CustomerLicenceExpired')
  })
  test('that was checked is checked again when it is another picture', () => {
    const another = { picture: 'picture-2' }
    given(customerDecider, verified)
      .when({ ...verify, ...another })
      .thenEmits({ ...verified, data: { ...verified.data, ...another } })
    given(customerDecider, expired)
      .when({ ...expire, ...another })
      .thenEmits({ ...expired, data: { ...expired.data, ...another } })
    // Before it was written down which picture was looked at, nobody can tell.
    given(customerDecider, { ...verified, data: { ...subject, picture: null } })
      .when(verify)
      .thenEmits(verified)
  })
})

test('a licence is deleted once, and what was said of it stays said', () => {
  given(customerDecider, verified)
    .when(deleteIt)
    .thenEmits({ ...deleted, personal: { licencePath } })
  given(customerDecider, verified, deleted).when(deleteIt).thenNothing()
  given(customerDecider, verified, deleted).when(verify).thenNothing()
  given(customerDecider, deleted)
    .when({ ...deleteIt, picture: 'picture-2' })
    .thenEmits({ ...deleted, data: { ...deleted.data, picture: 'picture-2' }, personal: { licencePath } })
})

test('a customer is hidden from the customers page, once', () => {
  given(customerDecider)
    .when({ type: 'hideFromCustomersPage', ...subject })
    .thenEmits(hidden)
  given(customerDecider, hidden, contactChanged)
    .when({ type: 'hideFromCustomersPage', ...subject })
    .thenNothing()
})

test('a customer is erased, once', () => {
  given(customerDecider, verified)
    .when({ type: 'erase', ...subject, basis: 'own request' })
    .thenEmits(erased)
  given(customerDecider, erased)
    .when({ type: 'erase', ...subject, basis: 'again' })
    .thenNothing()
})

describe('not found is a customer', () => {
  const commands = [
    { type: 'changeContact', ...subject, identity },
    verify,
    refuse,
    expire,
    { type: 'resetLicence', ...subject },
    deleteIt,
    { type: 'hideFromCustomersPage', ...subject },
  ] as const

  it.each(commands)('who was erased: $type', (command) =>
    given(customerDecider, verified, erased).when(command).thenRefused({ code: 'not-found' }),
  )
  it.each([...commands, { type: 'erase', ...subject, basis: 'x' }] as const)('of another business: $type', (command) =>
    given(customerDecider, verified)
      .when({ ...command, businessId: northern })
      .thenRefused({ code: 'not-found' }),
  )
})
