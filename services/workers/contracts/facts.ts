import type { Business } from '@forecourt/domain/business/business.ts'
import { businessDecider } from '@forecourt/domain/business/decider.ts'
import type { BusinessId, VehicleId } from '@forecourt/domain/ids.ts'
import { businessStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import type { Vehicle } from '@forecourt/domain/vehicle/vehicle.ts'
import { decode, type StoredFact } from '@forecourt/event-log/codec.ts'
import type { EventLog, Position } from '@forecourt/event-log/port.ts'
import { isOf } from '../mail/particulars.ts'

/**
 * The business as it was when the log had come to this position: a contract says what was so when it was called for, however
 * late it is made and however often it is tried.
 * @throws {Error} there was none
 */
export async function businessAt(eventLog: EventLog, id: BusinessId, at: Position): Promise<Business> {
  let business = businessDecider.initial()
  for await (const fact of factsUntil(eventLog, businessStream(id), at)) {
    if (isOf(fact, 'Business')) business = businessDecider.evolve(business, fact)
  }
  if (business === undefined) throw new Error(`there was no business ${id}`)
  return business
}

/** The vehicle, likewise. @throws {Error} there was none */
export async function vehicleAt(eventLog: EventLog, id: VehicleId, at: Position): Promise<Vehicle> {
  let vehicle = vehicleDecider.initial()
  for await (const fact of factsUntil(eventLog, vehicleStream(id), at)) {
    if (isOf(fact, 'Vehicle')) vehicle = vehicleDecider.evolve(vehicle, fact)
  }
  if (vehicle === undefined) throw new Error(`there was no vehicle ${id}`)
  return vehicle
}

async function* factsUntil(eventLog: EventLog, stream: string, at: Position): AsyncGenerator<StoredFact> {
  for await (const recorded of eventLog.read(stream)) {
    if (recorded.position > at) return
    const fact = decode(recorded)
    if (fact.kind === 'fact') yield fact
  }
}
