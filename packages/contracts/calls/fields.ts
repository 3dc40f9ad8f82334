import {
  BOOKING,
  BUSINESS,
  CONTRACT,
  CUSTOMER,
  LICENCE,
  LOGO,
  LOGO_UPLOAD_URL,
  PAPER_UPLOAD_URL,
  PICTURE_UPLOAD_URL,
  SHA256,
  UPLOAD_URL,
  VEHICLE,
  VEHICLE_IMAGE,
} from './examples.ts'

/** What a member of a body, or a parameter, is. */
export interface Field {
  readonly about: string
  /** Left out where the schema shows one by itself. */
  readonly example?: string | number | boolean | readonly unknown[]
  /** What a text must be, where its schema checks it by hand. */
  readonly format?: 'date'
}

const BUSINESS_ID = '0f9a4a3e-2c1d-4a49-8d3e-5b1f6f1f7a10'
const USER_ID = 'c7e0a6f4-1f7e-4d0b-8a52-90b7c9f5e121'

const MASKABLE: Field = { about: '`maskable` fills the whole square, for systems that cut icons themselves.' }

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

  pickupDate: { about: 'First day, as `YYYY-MM-DD`; a time is refused.', example: '2026-12-08', format: 'date' },
  dropoffDate: {
    about: 'Day on which the vehicle comes back, `YYYY-MM-DD`: the first day that is not blocked.',
    example: '2026-12-10',
    format: 'date',
  },
  days: { about: 'Days from pickup to drop-off.', example: 2 },
  dailyRate: { about: 'Pounds a day, as text with two decimal places.', example: '45.00' },
  totalAmount: {
    about: 'Days × daily rate, in pounds. In a request: compared with the price, which the server reckons.',
    example: '90.00',
  },
  createdAt: { about: 'When it was made, in UTC.', example: '2026-11-21T09:12:45.120Z' },
  updatedAt: { about: 'When it was last changed, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  reference: {
    about: 'What people call the booking. Made by the client when the form is first sent; by the server when absent.',
    example: 'BR-1765180800000',
  },
  channel: { about: '`desk` when staff made it.' },
  customerName: { about: 'Name of the renter.', example: 'Ada Byron' },
  customerEmail: { about: 'E-mail address of the renter: one address and nothing else.', example: 'ada@example.com' },
  customerPhone: { about: 'Telephone number, exactly 11 digits.', example: '07700900123' },
  customerAddress: { about: 'Postal address of the renter.', example: '12 Harbour Street, Bristol' },
  licenseImageUrl: { about: 'Path of the uploaded driving licence.', example: LICENCE },
  notes: { about: 'What the renter adds.', example: 'A child seat, please' },
  adminNotes: { about: 'What staff write down; no renter sees it.', example: 'Paid the deposit in cash' },
  contractGenerated: { about: 'Whether a contract has been made.', example: false },
  contractPath: {
    about: 'Path of the contract that holds now; null without one.',
    example: CONTRACT,
  },
  contract: { about: 'What there is of a contract.' },
  state: {
    about: '`unsigned`: made, to be signed. `uploaded`: signed on paper. `none`: there is none, or none yet.',
  },
  beingMade: { about: 'One is being made, the first or one anew: a matter of seconds.', example: false },
  'ContractIssued.beingMade': { about: 'It is being made: a matter of seconds.', example: true },
  sha256: {
    about: 'SHA-256 of the document, in hex. Whoever signs sends back that of the document they were shown.',
    example: SHA256,
  },
  signedBy: { about: 'Where it was signed: on the renter’s own page, or at the desk.' },
  signedAt: { about: 'When it was signed, by the clock of the device, in UTC.', example: '2026-11-21T10:01:40.000Z' },
  consent: { about: 'They agree to the rental agreement.', example: true },
  strokes: {
    about:
      'The signature, when it was drawn: lines of points [across, down] on a field of 1000 by 400. Without, the name is the signature.',
    example: [
      [
        [120, 210],
        [180, 160],
        [260, 240],
      ],
    ],
  },
  'ContractSignature.name': { about: 'Name of the person who signs, as they write it.', example: 'Ada Byron' },
  'ContractSignature.signedAt': {
    about: 'When they signed, by the clock of the device; the time of the call when absent.',
    example: '2026-11-21T10:01:40.000Z',
  },
  'ContractSigned.id': { about: 'Id of the booking.', example: BOOKING },
  'ContractIssued.id': { about: 'Id of the booking.', example: BOOKING },
  'PaperContractAttached.id': { about: 'Id of the booking.', example: BOOKING },
  versions: { about: 'Every version that there ever was, the oldest first.' },
  'ContractVersion.termsVersion': {
    about: 'Version of the business’s terms that are in it; 0: the platform’s own words.',
    example: 3,
  },
  'ContractVersion.kind': { about: '`signed`: the copy that carries the signature and its evidence.' },
  'ContractVersion.path': { about: 'Path of the file.', example: CONTRACT },
  'ContractVersion.at': { about: 'When it was made, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  hiddenFromRecent: { about: 'Taken out of the recent bookings.', example: false },
  hiddenFromBookingsPage: { about: 'Taken out of the bookings page.', example: false },
  customer: { about: 'Who asked, in short.' },
  car: { about: 'The vehicle, in short.' },
  mailProblems: {
    about: 'Mails about the booking that have not been delivered, the latest first. Nearly always none.',
  },
  kind: { about: 'Which mail.' },
  recipient: { about: 'Who the mail is for.' },
  cause: { about: 'What stands in its way. `address-refused` and `message-refused` are final.' },
  at: { about: 'When it was last tried, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  'MailProblem.status': { about: '`retrying`: another attempt follows; `failed`: none does.' },
  status: { about: 'Status.' },
  from: { about: 'Only what holds a day from this one on.', example: '2026-12-01' },
  to: { about: 'Only what holds a day before this one.', example: '2027-01-01' },
  'BookingChange.from': {
    about:
      'The status that you saw. A booking that has moved on since, other than to the wanted status, is left alone.',
  },
  notesFrom: {
    about: 'The admin notes that you saw, empty for none. Notes that others have saved since are left alone.',
    example: '',
  },
  'AdminBooking.id': { about: 'Id.', example: BOOKING },
  'BookingReceipt.id': { about: 'Id.', example: BOOKING },
  'BookingChanged.id': { about: 'Id.', example: BOOKING },
  'BookingHidden.id': { about: 'Id.', example: BOOKING },
  hidden: { about: 'Hidden from now on.' },

  name: { about: 'Name.', example: 'Ada Byron' },
  email: { about: 'E-mail address.', example: 'ada@example.com' },
  phone: { about: 'Telephone number.', example: '07700900123' },
  address: { about: 'Postal address.', example: '12 Harbour Street, Bristol' },
  licenseStatus: { about: 'Whether staff have verified the driving licence.' },
  hiddenFromCustomersPage: { about: 'Taken out of the customers page.', example: false },
  erased: { about: 'Erased for good.' },
  'Customer.id': { about: 'Id.', example: CUSTOMER },
  'CustomerHidden.id': { about: 'Id.', example: CUSTOMER },
  'LicenceStatusChanged.id': { about: 'Id.', example: CUSTOMER },
  'CustomerErased.id': { about: 'Id.', example: CUSTOMER },

  description: { about: 'What else there is to say.', example: 'Five doors, boot for two suitcases' },
  category: { about: 'Class of the vehicle.' },
  capacity: { about: 'Seats.', example: 5 },
  transmission: { about: 'Gearbox.' },
  fuelType: { about: 'What it runs on.' },
  licensePlate: { about: 'Number plate, in upper case with single spaces.', example: 'AB12 CDE' },
  year: { about: 'Year of make, from 1990 to the next one.', example: 2024 },
  imageUrl: { about: 'Path of its picture; null without one.', example: VEHICLE_IMAGE },
  imageSrcset: {
    about: 'The picture in its widths, as the `srcset` of an `img` takes it.',
    example: `${VEHICLE_IMAGE}?w=320 320w, ${VEHICLE_IMAGE}?w=640 640w`,
  },
  outToday: { about: 'An approved booking holds today. Other days may be free all the same.', example: false },
  nextDays: { about: 'How it is booked in the next 14 days, so that a whole fleet can be shown with one call.' },
  'NextDays.from': { about: "The business's today.", example: '2026-12-01' },
  'NextDays.until': { about: 'Nothing is said of this day and of later ones.', example: '2026-12-15' },
  'NextDays.booked': {
    about: 'The approved bookings that hold one of these days, each with all its days, by pickup.',
  },
  storedStatus: { about: 'The status as staff set it; `status` shows `booked` for a vehicle that is out today.' },
  removed: { about: 'It has left the fleet.' },
  warnings: { about: 'What is worth a second look. It is saved all the same.' },
  path: { about: 'Which field it is about, such as `customerEmail`.', example: 'licensePlate' },
  message: { about: 'One sentence for a person.', example: 'AB12 does not look like a UK number plate.' },
  'Vehicle.name': { about: 'Name.', example: 'VW Golf' },
  'AdminVehicle.name': { about: 'Name.', example: 'VW Golf' },
  'VehicleInput.name': { about: 'Name.', example: 'VW Golf' },
  'VehicleEdit.name': { about: 'Name.', example: 'VW Golf' },
  'VehicleEdit.from': { about: 'The vehicle as you saw it: what others have saved since is not overwritten.' },
  'VehicleSaved.name': { about: 'Name.', example: 'VW Golf' },
  'AdminBooking.car.name': { about: 'Name.', example: 'VW Golf' },

  slug: { about: "The business's name in addresses.", example: BUSINESS },
  businessSlug: { about: "The business's name in addresses.", example: BUSINESS },
  primaryColor: { about: 'Brand colour, as `#rrggbb`.', example: '#0f6fde' },
  logoUrl: {
    about: 'Path of its logo; null without one. `?w=96`, `192` and `384` give smaller pictures.',
    example: LOGO,
  },
  contactEmail: { about: 'Where to write to.', example: 'hello@harbour-hire.example' },
  contactPhone: { about: 'Where to call.', example: '01170496000' },
  timeZone: { about: 'Its time zone: “today” is reckoned in it.', example: 'Europe/London' },
  'PublicBusiness.name': { about: 'Name.', example: 'Harbour Hire' },
  'AdminBusiness.name': { about: 'Name.', example: 'Harbour Hire' },
  'AdminBusiness.id': { about: 'Id.', example: BUSINESS_ID },
  'PublicBusiness.description': { about: 'What the business says of itself.', example: 'Cars and vans by the harbour' },
  'AdminBusiness.description': { about: 'What the business says of itself.', example: 'Cars and vans by the harbour' },

  terms: {
    about: "The business's own terms of hire, at most 18,000 characters.",
    example: 'The vehicle comes back with a full tank.',
  },
  termsVersion: { about: 'Counts the terms; 0 before there are any. What is sent of it is not looked at.', example: 1 },
  turnaroundDays: { about: 'Days that are kept free after each hire.', example: 1 },
  licenceRetentionDays: { about: 'Days after the hire, or the refusal, that a driving licence is kept.', example: 30 },
  'BusinessSettings.version': {
    about: 'Raised with every change. Sent back, it says which settings you saw.',
    example: 3,
  },
  'BusinessSettings.name': { about: 'Name.', example: 'Harbour Hire' },
  'BusinessSettings.logoUrl': {
    about: 'Path of its logo, as `PUT /api/business-logo` answered it; null takes it away.',
    example: LOGO,
  },
  'BusinessSettings.description': {
    about: 'What the business says of itself.',
    example: 'Cars and vans by the harbour',
  },
  'BusinessSettings.address': { about: 'Postal address.', example: '12 Quay Street, Bristol' },

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
  contractURL: { about: 'The `uploadURL` that the file was sent to.', example: PAPER_UPLOAD_URL },
  imageURL: { about: 'The `uploadURL` that the file was sent to.', example: PICTURE_UPLOAD_URL },
  logoURL: { about: 'The `uploadURL` that the file was sent to.', example: LOGO_UPLOAD_URL },
  objectPath: { about: 'Where the file is from now on.', example: LICENCE },
  w: { about: 'Width of a smaller picture, in pixels.' },

  password: { about: 'Password.', example: 'harbour-demo-2026' },
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

  limit: { about: 'At most so many, from 1 to 1,000; 500 when absent.', example: '50' },
  cursor: {
    about: 'Where the page begins: from the `Link` header of the page before.',
    example: 'WyIyMDI2LTA1LTAxVDA4OjAwIl0',
  },
  q: { about: 'Only what has this in it, whatever its case.', example: 'byron' },

  'portalIcon.purpose': MASKABLE,
  'deskIcon.purpose': MASKABLE,
  'AppManifest.purpose': MASKABLE,
  v: { about: 'Version of the icon, as the manifest has it.', example: '3f0e4c4f8a' },
  short_name: { about: 'Name below the icon: at most twelve characters.', example: 'Harbour Hire' },
  lang: { about: 'Language.', example: 'en-GB' },
  start_url: { about: 'What opens.', example: `/${BUSINESS}/portal` },
  scope: { about: 'What belongs to the app. No two apps have a page in common.', example: `/${BUSINESS}/portal` },
  display: { about: 'A window of its own.' },
  theme_color: { about: "The business's colour.", example: '#0f6fde' },
  background_color: { about: 'What the app begins on.', example: '#faf8f4' },
  icons: { about: 'Its icons.' },
  src: { about: 'Where it is.', example: `/${BUSINESS}/portal/icon.png?w=192&purpose=any&v=3f0e4c4f8a` },
  sizes: { about: 'Width and height.', example: '192x192' },
  'AppManifest.id': { about: 'What makes it this app, whatever else changes.', example: `/${BUSINESS}/portal` },
  'AppManifest.name': { about: 'Name of the app.', example: 'Harbour Hire' },
  'AppManifest.description': { about: 'What it is for.', example: 'Hire a car from Harbour Hire.' },
  'AppManifest.type': { about: 'Its media type.' },

  openapi: { about: 'Version of OpenAPI.' },
  info: { about: 'What this is.' },
  paths: { about: 'Every call.' },
  components: { about: 'What calls have in common.' },
  version: { about: 'Version of the API.', example: '1.0.0' },
  'OpenApiDocument.title': { about: 'Its name.', example: 'Forecourt' },

  type: { about: 'Names the kind of problem.', example: 'urn:forecourt:problem:not-found' },
  title: { about: 'Name of the status.', example: 'Not Found' },
  detail: { about: 'One sentence for a person.', example: 'Not found' },
  code: { about: 'A stable slug that programs may match.', example: 'not-found' },
  errors: { about: 'What is wrong with each field.' },
  conflicts: { about: '`dates-unavailable`, for staff: the approved bookings in the way.' },
  bookings: {
    about: '`vehicle-has-bookings`, `customer-has-bookings`: the bookings that must be over or cancelled first.',
  },
  'Problem.id': { about: 'Id of the booking.', example: BOOKING },
  'Problem.errors.path': { about: 'Which field it is about; empty for the body as a whole.', example: 'customerEmail' },
  'Problem.errors.message': { about: 'What is wrong with it.', example: 'Invalid email address' },
  'Problem.status': { about: 'The status once more.', example: 404 },
  'Problem.message': { about: 'The same as `detail`: what a person reads.', example: 'Not found' },
  'Problem.totalAmount': { about: '`price-changed`: the right total in pounds.', example: '95.00' },
}

/** What is known of a field: of this body's, else of any of that name. @param path such as `AdminBooking.car.name` */
export function fieldOf(path: string): Field | undefined {
  const [schema = '', ...rest] = path.split('.')
  return FIELDS[path] ?? FIELDS[`${schema}.${rest.at(-1)}`] ?? FIELDS[rest.at(-1) ?? '']
}
