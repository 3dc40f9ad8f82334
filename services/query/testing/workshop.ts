import { randomBytes } from 'node:crypto'
import { type MaintenanceId, maintenanceIdOf } from '@forecourt/domain/ids.ts'
import { businessStream, scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import type { Car, Tenant } from './rental.ts'
import type { Story } from './story.ts'

/** Maintenance of a car. */
export interface Block {
  readonly maintenanceId: MaintenanceId
  readonly car: Car
}

interface Work {
  readonly kind?: string
  readonly note?: string | null
}

/** Tells the log what happened in the workshop, as {@link Story} tells the rest. */
export class Workshop {
  readonly #story: Story

  constructor(story: Story) {
    this.#story = story
  }

  /** The car is worked on from the first day up to the day before the second. */
  async maintain(car: Car, from: string, to: string, { kind = 'service', note = null }: Work = {}): Promise<Block> {
    const block = { maintenanceId: maintenanceIdOf(car.vehicleId, ulid(Date.now(), randomBytes(10))), car }
    await this.#tell(block, 'MaintenanceScheduled', { from, to, kind, note })
    return block
  }

  move = (block: Block, from: string, to: string) => this.#tell(block, 'MaintenanceMoved', { from, to })
  describe = (block: Block, kind: string, note: string | null) =>
    this.#tell(block, 'MaintenanceDescribed', { kind, note })
  cancel = (block: Block) => this.#tell(block, 'MaintenanceCancelled', {})

  /** The business keeps so many days free between bookings from now on. */
  async keepFree({ businessId }: Tenant, turnaroundDays: number): Promise<void> {
    const data = { businessId, turnaroundDays, licenceRetentionDays: 30 }
    await this.#story.append(businessStream(businessId), businessId, [{ type: 'BusinessRentalRulesChanged', data }])
  }

  async isDue({ vehicleId, tenant: { businessId } }: Car, dueDates: object): Promise<void> {
    const none = { mot: null, service: null, insurance: null, tax: null }
    await this.#story.append(vehicleStream(vehicleId), businessId, [
      { type: 'VehicleDueDatesChanged', data: { vehicleId, businessId, dueDates: { ...none, ...dueDates } } },
    ])
  }

  async #tell({ maintenanceId, car: { vehicleId, tenant } }: Block, type: string, more: object): Promise<void> {
    const { businessId } = tenant
    const data = { maintenanceId, vehicleId, businessId, ...more }
    await this.#story.append(scheduleStream(vehicleId), businessId, [{ type, data }])
  }
}
