import { BUSINESS_ID, COLLEAGUE, PASSWORD_TOKEN, USER_ID, VEHICLE_IMAGE } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of those who sign in, and of their passwords: see `FIELDS`. */
export const ACCOUNT_FIELDS: Readonly<Record<string, Field>> = {
  password: { about: 'Password.', example: 'harbour-demo-2026' },
  currentPassword: { about: 'The password that you have.', example: 'harbour-demo-2026' },
  newPassword: { about: 'The one that you want: at least 12 characters.', example: 'gulls over the quay' },
  'PasswordReset.password': { about: 'The new password: at least 12 characters.', example: 'gulls over the quay' },
  token: { about: 'What stands behind `#` in the mailed link.', example: PASSWORD_TOKEN },
  changed: { about: 'The new password holds.' },
  accepted: { about: 'Heard. Whether there is such an account is not told.' },
  sent: { about: 'The mail is on its way.' },
  'ForgottenPassword.email': { about: 'E-mail address.', example: 'staff@harbour-hire.example' },
  'StaffInvitation.email': { about: 'Their e-mail address.', example: 'robin@harbour-hire.example' },
  'StaffMember.email': { about: 'E-mail address.', example: 'robin@harbour-hire.example' },
  'StaffMember.id': { about: 'Id.', example: COLLEAGUE },
  'Staff.id': { about: 'Id.', example: COLLEAGUE },
  'StaffInvited.id': { about: 'Id.', example: COLLEAGUE },
  'StaffStatusChanged.id': { about: 'Id.', example: COLLEAGUE },
  'PasswordLinkSent.id': { about: 'Id.', example: COLLEAGUE },
  firstName: { about: 'First name.', example: 'Robin' },
  lastName: { about: 'Last name.', example: 'Desk' },
  profileImageUrl: { about: 'Path of their picture.', example: VEHICLE_IMAGE },
  role: { about: 'What they may do; `admin` may do all that this document says.', example: 'admin' },
  isAdmin: { about: "Operator of the platform. It opens no business's data.", example: false },
  business: { about: 'Their business.' },
  signedOut: { about: 'Nobody is signed in any more.' },
  'CurrentUser.id': { about: 'Id.', example: USER_ID },
  'CurrentUser.business.id': { about: 'Id.', example: BUSINESS_ID },
  'CurrentUser.business.name': { about: 'Name.', example: 'Harbour Hire' },
  'SignIn.email': { about: 'E-mail address.', example: 'staff@harbour-hire.example' },
  'CurrentUser.email': { about: 'E-mail address.', example: 'staff@harbour-hire.example' },
}
