import { imageSrcset } from '@forecourt/contracts/image-srcset.ts'
import type {
  RenterBooking,
  RenterCancellation,
  RenterContract,
  RenterLicence,
} from '@forecourt/contracts/renter-booking.ts'
import { penceToPounds } from '@forecourt/domain/money.ts'
import { widthOfPicture } from '@forecourt/kit/object-path.ts'
import { readContract } from '../projection/contract.ts'
import { readMoments } from '../projection/moments.ts'
import type { Read } from '../reading/reads.ts'
import { type LinkInput, RENTER_QUERY, RenterRow, statusOf } from './row.ts'

/** What nobody on the way may keep. */
export const PRIVATE = 'private, no-store'

/** A booking as its renter sees it. */
function renterBooking(row: RenterRow): RenterBooking {
  const { status, image_path: imagePath } = row
  return {
    reference: row.reference,
    status: statusOf(row),
    createdAt: inUtc(row.created_at),
    timeline: readMoments(row.moments),
    pickupDate: row.pickup_date,
    dropoffDate: row.dropoff_date,
    days: row.days,
    dailyRate: penceToPounds(row.daily_rate),
    totalPrice: penceToPounds(row.total_amount),
    vehicle: {
      name: row.vehicle_name,
      imageUrl: imagePath,
      imageSrcset: imagePath === null ? null : imageSrcset(imagePath, widthOfPicture(imagePath)),
      // Which vehicle stands in the yard is nobody's business before they are given it.
      licensePlate: status === 'approved' || status === 'completed' ? row.license_plate : null,
    },
    customerName: row.contact_name,
    business: {
      name: row.business_name,
      slug: row.slug,
      description: row.description,
      contactEmail: row.contact_email,
      phone: row.contact_phone,
      address: row.address,
      primaryColor: row.primary_color,
      logo: row.logo_path,
      timeZone: row.time_zone,
    },
    licence: licenceOf(row),
    contract: contractOf(row),
    contractComing: row.status === 'approved' && readContract(row.contract).beingMade,
    cancellation: cancellationOf(row),
  }
}

/**
 * What staff have said of the picture that came with this booking. Of another picture of the same customer it says nothing,
 * but that they want one: then every request that there was by then needs one. The same rule decides when another picture
 * comes (`services/command/renter/licence.ts`).
 */
function licenceOf(row: RenterRow): RenterLicence {
  const { licence_status: said, licence_checked_at: checkedAt, created_at: createdAt } = row
  const isOfThis = row.licence_path === row.customer_licence_path
  const isWanted = said === 'refused' || said === 'expired'
  const isSinceThis = checkedAt !== null && Date.parse(checkedAt) >= Date.parse(createdAt)
  const status = isOfThis || (isWanted && isSinceThis) ? said : 'pending'
  return {
    status,
    reason: status === 'refused' ? row.licence_refused_reason : null,
    mayReplace: row.status === 'pending' && status !== 'verified',
  }
}

/** One that nobody has signed is nothing to a booking that does not take place: it cannot be signed any more. */
function contractOf({ status, contract, contract_path: path }: RenterRow): RenterContract | null {
  const { state, sha256, signedAt, versions } = readContract(contract)
  if (state === 'none' || path === null) return null
  if (state === 'unsigned' && status !== 'approved' && status !== 'completed') return null
  const termsVersion = versions.findLast((version) => version.path === path)?.termsVersion ?? null
  return { state: state === 'unsigned' ? 'to-sign' : 'signed', sha256, termsVersion, signedAt }
}

/** The same rules decide when it comes to it (`packages/domain/schedule/renter.ts`). */
function cancellationOf(row: RenterRow): RenterCancellation {
  const { status, pickup_date: pickup, today, cancellation_asked_at: asked } = row
  const askedAt = asked === null ? null : inUtc(asked)
  if (status === 'pending') return { may: 'at-once', askedAt }
  const mayAsk = status === 'approved' && pickup > today && askedAt === null
  return { may: mayAsk ? 'ask' : 'no', askedAt }
}

const inUtc = (instant: string) => new Date(instant).toISOString()

/** `GET /api/my-booking` */
export const readRenterBooking: Read<RenterRow, LinkInput> = {
  name: 'my booking',
  query: RENTER_QUERY,
  row: RenterRow,
  dependsOnToday: true,
  cacheControl: PRIVATE,
  present: ([row]) => row && { body: renterBooking(row) },
}
