import { ACCOUNT_FIELDS } from './account-fields.ts'
import { BOOKING_FIELDS } from './booking-fields.ts'
import { BUSINESS_FIELDS } from './business-fields.ts'
import { CALENDAR_FIELDS } from './calendar-fields.ts'
import { CUSTOMER_FIELDS } from './customer-fields.ts'
import {
  BOOKING,
  BUSINESS_ID,
  CUSTOMER,
  LICENCE,
  LOGO_UPLOAD_URL,
  PICTURE_UPLOAD_URL,
  UPLOAD_URL,
  USER_ID,
  VEHICLE,
  VEHICLE_IMAGE,
} from './examples.ts'
import type { Field } from './field.ts'
import { FLEET_FIELDS } from './fleet-fields.ts'
import { INSTALLING_FIELDS } from './installing-fields.ts'
import { MAINTENANCE_FIELDS } from './maintenance-fields.ts'
import { PROBLEM_FIELDS } from './problem-fields.ts'
import { RENTER_FIELDS } from './renter-fields.ts'

/**
 * Fields by name, for all bodies that have them; `Schema.field` where one body means something else by it. Lengths,
 * patterns and choices come from the schemas.
 */
export const FIELDS: Readonly<Record<string, Field>> = {
  id: { about: 'Id.', example: VEHICLE },
  businessId: { about: 'Id of the business.', example: BUSINESS_ID },
  customerId: { about: 'Id of the customer.', example: CUSTOMER },
  carId: { about: 'Id of the vehicle.', example: VEHICLE },
  userId: { about: 'Id of the user.', example: USER_ID },
  ...BOOKING_FIELDS,
  ...CUSTOMER_FIELDS,
  ...FLEET_FIELDS,
  ...MAINTENANCE_FIELDS,
  ...RENTER_FIELDS,
  ...CALENDAR_FIELDS,
  ...BUSINESS_FIELDS,

  revenue: { about: 'Pounds.', example: '12340.00' },
  activeBookings: { about: 'Approved bookings in the month.', example: 17 },
  utilization: { about: 'Whole percent.', example: 64 },
  customers: { about: 'How many there are today.', example: 41 },
  month: { about: 'Month, from 0 (January) to 11.', example: '11' },
  'stats.year': { about: 'Year, from 2000 to 2100.', example: '2026' },
  carName: { about: 'Name of the vehicle.', example: 'VW Golf' },
  carImage: { about: 'Path of its picture.', example: VEHICLE_IMAGE },
  totalRevenue: { about: 'Pounds.', example: '4050.00' },
  totalBookings: { about: 'Bookings.', example: 21 },
  totalDaysBooked: { about: 'Days.', example: 90 },
  revenuePerDay: { about: 'Pounds a booked day, to the penny.', example: '45.00' },
  topPerformers: { about: 'The most revenue first.' },
  bottomPerformers: { about: 'The least revenue first.' },
  lists: { about: 'Which lists are answered otherwise than before.' },

  purpose: { about: 'What the file is for. Absent: any of them.' },
  contentType: { about: 'Media type of the file. It binds the upload.', example: 'image/jpeg' },
  size: { about: 'Bytes, at most 5,242,880. It binds the upload.', example: 482_113 },
  uploadURL: { about: 'Where to PUT the file.', example: UPLOAD_URL },
  licenseImageURL: { about: 'The `uploadURL` that the file was sent to.', example: UPLOAD_URL },
  imageURL: { about: 'The `uploadURL` that the file was sent to.', example: PICTURE_UPLOAD_URL },
  logoURL: { about: 'The `uploadURL` that the file was sent to.', example: LOGO_UPLOAD_URL },
  objectPath: { about: 'Where the file is from now on.', example: LICENCE },
  w: { about: 'Width of a smaller picture, in pixels.' },

  ...ACCOUNT_FIELDS,

  limit: { about: 'At most so many, from 1 to 1,000; 500 when absent.', example: '50' },
  cursor: {
    about: 'Where the page begins: from the `Link` header of the page before.',
    example: 'WyIyMDI2LTA1LTAxVDA4OjAwIl0',
  },
  'AdminBookingsQuery.cancellation': {
    about: 'Only bookings whose renter waits for an answer to the wish to cancel.',
    example: 'asked',
  },
  'AdminBookingsQuery.id': { about: 'Only the booking of that id.', example: BOOKING },
  q: { about: 'Only what has this in it, whatever its case.', example: 'byron' },

  ...INSTALLING_FIELDS,

  openapi: { about: 'Version of OpenAPI.' },
  info: { about: 'What this is.' },
  paths: { about: 'Every call.' },
  components: { about: 'What calls have in common.' },
  version: { about: 'Version of the API.', example: '1.0.0' },
  'OpenApiDocument.title': { about: 'Its name.', example: 'Forecourt' },

  ...PROBLEM_FIELDS,
}

/** What is known of a field: of this body's, else of any of that name. @param path such as `AdminBooking.car.name` */
export function fieldOf(path: string): Field | undefined {
  const [schema = '', ...rest] = path.split('.')
  return FIELDS[path] ?? FIELDS[`${schema}.${rest.at(-1)}`] ?? FIELDS[rest.at(-1) ?? '']
}
