import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { Alongside } from '@forecourt/event-log/port.ts'
import type { Person } from '@forecourt/event-log/vault/vault.ts'
import type { Lots } from '@forecourt/infra/demo/lots.ts'
import { demoCustomer } from '@forecourt/infra/demo/people.ts'
import { type LicencePath, mintLicencePath } from '@forecourt/kit/object-path.ts'
import { idOf, type Target } from './writer.ts'

/** Somebody who asks a business for a vehicle. */
export interface Renter {
  readonly person: Person
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string; readonly address: string }
  readonly licencePath: LicencePath
}

/** Of ten requests so many come from somebody whom the business does not know yet. */
const NEW_SHARE = 0.4
/** So many of its latest renters may come back to a business: whoever stays away longer is forgotten here. */
const REMEMBERED = 8

/** The renters of one business. */
export interface Renters {
  /** Whoever asks next, and the vault's rows that their request carries. */
  next(lots: Lots): { readonly renter: Renter; readonly alongside: Alongside }
}

/** @param number of the business in the plan */
export function rentersOf({ vault, lookupKey }: Target, seed: number, businessId: BusinessId, number: number): Renters {
  const remembered: Renter[] = []
  let count = 0

  const somebodyNew = (): Renter => {
    count += 1
    const name = `renter ${count} of business ${number}`
    const email = `renter-${number}-${count}@renters.example`
    const identity = {
      kind: 'customer',
      businessId,
      emailHmac: vault.lookupHmac('customer', businessId, email),
    } as const
    return {
      person: vault.newPerson(identity, idOf(seed, name)),
      customer: { ...demoCustomer(number * 31 + count), email },
      licencePath: mintLicencePath(lookupKey, `${seed} ${name}`),
    }
  }

  return {
    next(lots) {
      const known = lots.happens(NEW_SHARE) ? undefined : remembered[lots.between(0, REMEMBERED - 1)]
      const renter = known ?? somebodyNew()
      const { person, licencePath: objectPath } = renter
      if (known === undefined) {
        // Their row is made by the append that carries it; every later append finds it there.
        remembered.push({ ...renter, person: { ...person, row: { ...person.row, known: true } } })
        if (remembered.length > REMEMBERED) remembered.shift()
      }
      return {
        renter,
        alongside: { person: person.row, file: { objectPath, businessId, customerId: person.row.subjectId } },
      }
    },
  }
}
