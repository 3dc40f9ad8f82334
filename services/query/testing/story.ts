import type { EventLog } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import { bookingVerbs } from './booking-verbs.ts'
import { businessVerbs } from './business-verbs.ts'
import { customerVerbs } from './customer-verbs.ts'
import { fleetVerbs } from './fleet-verbs.ts'
import { Scribe } from './scribe.ts'

/** Tells the log what happened, in a rental business's words: each verb appends the facts that the command service would. */
export function beginStory(log: EventLog, vault: Vault) {
  const scribe = new Scribe(log, vault)
  return {
    ...businessVerbs(scribe),
    ...fleetVerbs(scribe),
    ...bookingVerbs(scribe),
    ...customerVerbs(scribe),
    person: scribe.person.bind(scribe),
    append: scribe.append.bind(scribe),
  }
}

export type Story = ReturnType<typeof beginStory>
