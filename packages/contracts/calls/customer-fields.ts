import { CUSTOMER, LICENCE } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of customers' bodies: see `FIELDS`. */
export const CUSTOMER_FIELDS: Readonly<Record<string, Field>> = {
  name: { about: 'Name.', example: 'Ada Byron' },
  email: { about: 'E-mail address.', example: 'ada@example.com' },
  phone: { about: 'Telephone number.', example: '07700900123' },
  address: { about: 'Postal address.', example: '12 Harbour Street, Bristol' },
  licenseStatus: { about: 'What staff have said of the driving licence; `pending` while nobody has.' },
  licenseRefusedReason: { about: 'Why the driving licence was refused; null while it is not.' },
  licenseCheckedAt: { about: 'When staff last said what they think of this picture of the licence.' },
  licenseCheckedBy: { about: 'Who said so, by name.', example: 'Sam Desk' },
  'LicenceStatusChange.licenseStatus': { about: 'What they think of it.', example: 'refused' },
  'LicenceStatusChange.from': { about: 'The status that you saw.', example: 'pending' },
  'LicenceStatusChange.reason': {
    about: 'Why it is refused, in words for the customer: 1 to 500 characters. Only a refusal has one.',
    example: 'The picture is too dark to read.',
  },
  'LicenceStatusChange.licenseImageUrl': {
    about: 'The picture that you had before you, null for none. Without it nothing is compared.',
    example: LICENCE,
  },
  hiddenFromCustomersPage: { about: 'Taken out of the customers page.', example: false },
  erased: { about: 'Erased for good.' },
  'Customer.id': { about: 'Id.', example: CUSTOMER },
  'CustomerHidden.id': { about: 'Id.', example: CUSTOMER },
  'LicenceStatusChanged.id': { about: 'Id.', example: CUSTOMER },
  'CustomerErased.id': { about: 'Id.', example: CUSTOMER },
}
