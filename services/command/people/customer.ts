import { randomUUID } from 'node:crypto'
import { type BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import type { PersonConflict } from '@forecourt/event-log/port.ts'
import type { Person, Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Subject } from '../log/begin.ts'

/**
 * The customer with this e-mail address of this business (ARCHITECTURE: personal data). Nobody is looked up when they are
 * not in memory: they are taken for somebody new, and the append itself says when they are not, with their key.
 */
export function customerOf(vault: Vault, businessId: BusinessId, email: string): Person {
  const identity = { kind: 'customer', businessId, emailHmac: vault.lookupHmac('customer', businessId, email) } as const
  return vault.recall(identity) ?? vault.newPerson(identity, randomUUID())
}

/** The person as the vault has just told; somebody new when it knows nobody any more, because they were erased. */
export function adopt(vault: Vault, believed: Person, conflict: PersonConflict): Person {
  return vault.learn(believed.row, conflict) ?? vault.newPerson(believed.row, randomUUID())
}

export const customerIdOf = (person: Person): CustomerId => CustomerId.parse(person.row.subjectId)

export const subjectOf = ({ row, key }: Person): Subject => ({ subjectId: row.subjectId, key })
