import type { DueDatesEdit, DueDatesInput, DueDatesSaved } from '@forecourt/contracts/due-dates.ts'
import { imageSrcset } from '@forecourt/contracts/image-srcset.ts'
import { type VehicleEdit, type VehicleInput, type VehicleSaved, warningsOf } from '@forecourt/contracts/vehicle.ts'
import { CivilDate } from '@forecourt/domain/civil-date.ts'
import { penceToPounds, poundsToPence } from '@forecourt/domain/money.ts'
import type { VehicleDueDates } from '@forecourt/domain/vehicle/events.ts'
import { widthOfPicture } from '@forecourt/kit/object-path.ts'
import type { ChangedVehicle, EditedDueDates, EditedVehicle, NewVehicle } from './vehicles.ts'

/** What the vehicle form says, in the domain's terms: what is left out is nothing. */
export function vehicleFrom(input: VehicleInput): NewVehicle {
  const { name, category, capacity, transmission, fuelType, status } = input
  const { description = null, licensePlate = null, year = null, imageUrl: imagePath = null } = input
  const dailyRate = poundsToPence(input.dailyRate)
  if (dailyRate === undefined) throw new Error(`the contract let through the rate ${input.dailyRate}`)
  return {
    status,
    details: {
      name,
      description,
      category,
      capacity,
      transmission,
      fuelType,
      dailyRate,
      licensePlate,
      year,
      imagePath,
    },
  }
}

/** An edited vehicle, with what was seen of it when that is said. */
export function editedFrom({ from, ...input }: VehicleEdit): EditedVehicle {
  return { ...vehicleFrom(input), ...(from === undefined ? {} : { seen: vehicleFrom(from) }) }
}

/** A saved vehicle as it is answered, with what is worth a second look. */
export function savedVehicle({ vehicleId, businessId, status, details }: ChangedVehicle): VehicleSaved {
  const { imagePath: imageUrl, dailyRate, ...described } = details
  return {
    id: vehicleId,
    businessId,
    ...described,
    dailyRate: penceToPounds(dailyRate),
    imageUrl,
    imageSrcset: imageUrl === null ? null : imageSrcset(imageUrl, widthOfPicture(imageUrl)),
    status,
    warnings: warningsOf(details),
  }
}

/** The dates of the form, in the domain's terms: what is left out is unknown. */
function dueDatesFrom({ mot, service, insurance, tax }: DueDatesInput): VehicleDueDates {
  return { mot: dateOf(mot), service: dateOf(service), insurance: dateOf(insurance), tax: dateOf(tax) }
}

/** Edited due dates, with what was seen of them when that is said. */
export function editedDueDatesFrom({ from, ...input }: DueDatesEdit): EditedDueDates {
  return { dueDates: dueDatesFrom(input), ...(from === undefined ? {} : { seen: dueDatesFrom(from) }) }
}

const dateOf = (text: string | null | undefined) => (text === null || text === undefined ? null : CivilDate.parse(text))

/** Saved due dates as they are answered. */
export const savedDueDates = ({ vehicleId, dueDates }: ChangedVehicle): DueDatesSaved => ({ id: vehicleId, dueDates })
