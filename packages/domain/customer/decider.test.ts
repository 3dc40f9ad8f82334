import { describe, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import { customerId, harbour, northern, personal } from '../testing/rental.ts'
import { customerDecider } from './decider.ts'

const subject = { customerId, businessId: harbour }
const verified = { type: 'CustomerLicenceVerified', data: subject } as const
const reset = { type: 'CustomerLicenceReset', data: subject } as const
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
    given(customerDecider)
      .when({ type: 'verifyLicence', ...subject })
      .thenEmits(verified)
    given(customerDecider, verified)
      .when({ type: 'resetLicence', ...subject })
      .thenEmits(reset)
    given(customerDecider, verified, reset)
      .when({ type: 'verifyLicence', ...subject })
      .thenEmits(verified)
  })
  test('that is so already stays so', () => {
    given(customerDecider, verified)
      .when({ type: 'verifyLicence', ...subject })
      .thenNothing()
    given(customerDecider)
      .when({ type: 'resetLicence', ...subject })
      .thenNothing()
  })
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
    { type: 'verifyLicence', ...subject },
    { type: 'resetLicence', ...subject },
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
