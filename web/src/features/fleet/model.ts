import type { VehicleStatus } from '@forecourt/contracts/fleet.ts'
import { type AdminVehicle, VehicleInput, type VehicleSaved, YEAR_OUT_OF_RANGE } from '@forecourt/contracts/vehicle.ts'
import * as z from 'zod/mini'
import { type Begun, onTopOf as mergedOnTop } from '../../lib/on-top-of.ts'

/** Rules of the fleet page (specification sections 2, 4 and 5). */

/** The toggle moves unavailable to available and any other status to unavailable. */
export const toggled = (status: VehicleStatus): VehicleStatus =>
  status === 'unavailable' ? 'available' : 'unavailable'

/** The list with one vehicle changed: what staff see before the server has answered. */
export const withChange = (vehicles: readonly AdminVehicle[], id: string, change: Partial<AdminVehicle>) =>
  vehicles.map((vehicle) => (vehicle.id === id ? { ...vehicle, ...change } : vehicle))

/** The list with an edited vehicle; its picture's widths are the server's to say. */
export function withVehicle(vehicles: readonly AdminVehicle[], id: string, input: VehicleInput): AdminVehicle[] {
  const { description = null, licensePlate = null, year = null, imageUrl = null, status, ...plain } = input
  return withChange(vehicles, id, {
    ...plain,
    description,
    licensePlate,
    year,
    imageUrl,
    ...(status === undefined ? {} : { status, storedStatus: status }),
  })
}

const NOTHING_DUE = { mot: null, service: null, insurance: null, tax: null }

/**
 * The list, which goes by name, with a vehicle that was just added. The server may have told of it already.
 * @param at when that was: an instant
 */
export function withAdded(vehicles: readonly AdminVehicle[], answer: VehicleSaved, at: string): AdminVehicle[] {
  const { warnings: _, ...saved } = answer
  if (vehicles.some(({ id }) => id === saved.id)) return [...vehicles]
  const { name, status: storedStatus } = saved
  const added = { ...saved, storedStatus, dueDates: NOTHING_DUE, createdAt: at, updatedAt: at }
  const isBefore = (other: AdminVehicle) => other.name.localeCompare(name) <= 0
  return [...vehicles.filter(isBefore), added, ...vehicles.filter((other) => !isBefore(other))]
}

/** The form as it is typed: texts, until they are read. */
export const VehicleDraft = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  capacity: z.string(),
  transmission: z.string(),
  fuelType: z.string(),
  dailyRate: z.string(),
  licensePlate: z.string(),
  year: z.string(),
  status: z.string(),
  imageUrl: z.nullable(z.string()),
})
export type VehicleDraft = Readonly<z.infer<typeof VehicleDraft>>
export type Field = keyof VehicleDraft
export type Complaints = Readonly<Partial<Record<Field, string>>>

/** A new vehicle, as the specification has it: compact, 4 seats, automatic, petrol, rate 0, this year, available. */
export const newVehicle = (thisYear: number): VehicleDraft => ({
  name: '',
  description: '',
  category: 'compact',
  capacity: '4',
  transmission: 'automatic',
  fuelType: 'petrol',
  dailyRate: '0',
  licensePlate: '',
  year: String(thisYear),
  status: 'available',
  imageUrl: null,
})

/** What the form says for a vehicle as it was sent. */
export const typedFor = ({ description, capacity, licensePlate, year, status, imageUrl, ...texts }: VehicleInput) => ({
  name: texts.name,
  description: description ?? '',
  category: texts.category,
  capacity: String(capacity),
  transmission: texts.transmission,
  fuelType: texts.fuelType,
  dailyRate: texts.dailyRate,
  licensePlate: licensePlate ?? '',
  year: year == null ? '' : String(year),
  status: status ?? 'available',
  imageUrl: imageUrl ?? null,
})

/** The form of a vehicle that is there, as it opens. */
export const draftOf = (vehicle: AdminVehicle): VehicleDraft => typedFor({ ...vehicle, status: vehicle.storedStatus })

/** What was typed over a vehicle, on top of the vehicle as it is saved by now. */
export function onTopOf(saved: VehicleDraft, begun: Begun<VehicleDraft>) {
  const { changed, ...merged } = mergedOnTop(FIELDS, saved, begun)
  return { ...merged, isChanged: changed.length > 0 }
}

/** What a draft says, or what is wrong with it, field by field. */
export function readDraft(
  draft: VehicleDraft,
  thisYear: number,
): { readonly vehicle: VehicleInput } | { readonly wrong: Complaints } {
  const { description, capacity, year, licensePlate, dailyRate, ...rest } = draft
  const read = z.safeParse(VehicleInput, {
    ...rest,
    name: rest.name.trim(),
    description: description.trim() === '' ? null : description,
    capacity: numberIn(capacity),
    dailyRate: dailyRate.trim(),
    licensePlate: licensePlate.trim() === '' ? null : licensePlate.trim(),
    year: year.trim() === '' ? null : numberIn(year),
  })
  const wrong = {
    ...(Number(year) > thisYear + 1 ? { year: YEAR_OUT_OF_RANGE } : {}),
    ...complaintsOf(read.error?.issues ?? []),
  }
  return read.success && Object.keys(wrong).length === 0 ? { vehicle: read.data } : { wrong }
}

/** The complaints by field, the first of each; also those of the server's answer. */
export function complaintsOf(issues: readonly { readonly path: PropertyKey[] | string; readonly message: string }[]) {
  const wrong: Partial<Record<Field, string>> = {}
  for (const { path, message } of issues) {
    const field = Array.isArray(path) ? path[0] : path
    if (isField(field)) wrong[field] ??= message
  }
  return wrong
}

const FIELDS = z.keyof(VehicleDraft).options
const isField = (name: unknown): name is Field => FIELDS.some((field) => field === name)

/** A whole number as typed; what is none stays what it is and is complained about. */
const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : text)
