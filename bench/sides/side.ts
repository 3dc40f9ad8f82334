import type { BookingRequest } from '@forecourt/contracts/booking.ts'
import type { ProcessIdentity } from '@forecourt/infra/embedded/processes.ts'
import type { Target } from '../load/load.ts'

/** A business of the benchmark. */
export interface Tenant {
  readonly businessId: string
  readonly slug: string
  /** The `Cookie` header of somebody of its staff. */
  readonly cookie: string
  readonly vehicles: readonly string[]
}

/** How many businesses there are, and how many vehicles each has: the same on all sides. */
export const TOWN = {
  /** Its lists and figures are read. */
  desk: 30,
  /** One vehicle after the other is the one that everybody wants. */
  hot: 200,
  /** The others, which are asked for their vehicles. */
  others: [400, 400, 400, 400, 400],
} as const

export interface Town {
  readonly desk: Tenant
  readonly hot: Tenant
  readonly others: readonly Tenant[]
}

/** Makes the businesses of {@link TOWN}. @param make a business of that name with so many vehicles */
export async function foundTown(make: (name: string, vehicles: number) => Promise<Tenant>): Promise<Town> {
  const others: Tenant[] = []
  for (const [index, vehicles] of TOWN.others.entries()) others.push(await make(`town-${index}`, vehicles))
  return { desk: await make('desk', TOWN.desk), hot: await make('hot', TOWN.hot), others }
}

/** What follows from bookings and decisions. */
export interface FollowUp {
  /** Mails that were sent so far. */
  readonly mails: number
  /** Documents that were made so far. */
  readonly documents: number
  /** Mails and documents that are due and not done. */
  readonly left: number
}

export const SIDES = ['forecourt', 'crud-tx', 'crud-fn'] as const
export type SideName = (typeof SIDES)[number]

/** Something for each side. */
export const perSide = <Value>(of: (side: SideName) => Value): Record<SideName, Value> => ({
  forecourt: of('forecourt'),
  'crud-tx': of('crud-tx'),
  'crud-fn': of('crud-fn'),
})

/** One of the services that are compared: all of its processes, on a database of its own. */
export interface Side extends AsyncDisposable {
  readonly name: SideName
  /** Its HTTP processes, as many as it has for a load of reads and writes together. */
  readonly targets: readonly Target[]
  readonly lookupKey: string
  readonly town: Town
  /** Writes a booking that came from elsewhere: nobody is mailed. @returns its id */
  book(tenant: Tenant, booking: BookingRequest, isApproved: boolean): Promise<string>
  /** Rejects one that waits for a decision: nobody is mailed of that. */
  reject(tenant: Tenant, id: string): Promise<void>
  /** Has its database count its rows, as autovacuum would within minutes: plans go by that. */
  countRows(): Promise<void>
  /**
   * Stops all its processes where they are, so that the others have the machine for themselves. Resolves when the database
   * has come to the end of what they had asked it for.
   */
  freeze(): Promise<void>
  thaw(): void
  /** Those that it runs just now: others than before, or fewer, when one has ended and was, or is being, started anew. */
  processes(): readonly ProcessIdentity[]
  /** Asked while it is stopped, it tells of one moment. */
  followUp(): Promise<FollowUp>
  /**
   * Resolves when what was written is in the lists, all mails are sent and all documents made, or when the signal aborts.
   * @returns whether all was done
   */
  settled(patience: AbortSignal): Promise<boolean>
}
