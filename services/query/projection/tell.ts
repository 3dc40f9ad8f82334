import type { KeyObject } from 'node:crypto'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { EVENTS } from '@forecourt/domain/catalogue.ts'
import { UserId } from '@forecourt/domain/ids.ts'
import { decode, open, type PersonalFact, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import { markOfPicture } from '@forecourt/event-log/mark.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Told } from './apply-batch.ts'
import type { BringsPicture, ToldFact } from './facts.ts'
import { isProjected } from './project.ts'

/** Events that are decoded in one go: a millisecond or two, after which the database's answers are looked at. */
const SLICE = 100

/**
 * Makes facts of a batch's events: decodes them, opens what is sealed and has marks compared, with one look into the vault for
 * all of them.
 * What cannot be read is told as such, one event at a time; that the vault does not answer concerns all and is thrown.
 */
export function createTeller(vault: Pick<Vault, 'keysOf' | 'drop'>): (events: readonly Recorded[]) => Promise<Told[]> {
  return async (events) => {
    const read = await inSlices(events, readEvent)
    const subjects = new Set<string>()
    for (const item of read) {
      if (!('stored' in item)) continue
      // Their key is gone from the vault; this process must not remember it either.
      if (item.stored.type === 'CustomerErased') vault.drop(item.stored.data.customerId)
      if (isPersonal(item.stored)) subjects.add(item.stored.metadata.dataSubject ?? '')
      if (saysOfPicture(item.stored) || bringsPicture(item.stored)) subjects.add(item.stored.data.customerId)
    }
    subjects.delete('')
    const keys = subjects.size === 0 ? new Map<string, KeyObject>() : await vault.keysOf([...subjects])
    return await inSlices(read, (item) => ('stored' in item ? tellOne(item.event, item.stored, keys) : item))
  }
}

/** As `map`, but leaves the loop to others in between: the batch before this one is being written meanwhile. */
async function inSlices<From, To>(items: readonly From[], make: (item: From) => To): Promise<To[]> {
  const made: To[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SLICE === 0) await turnOfTheLoop()
    made.push(make(item))
  }
  return made
}

function readEvent(event: Recorded): Told | { readonly event: Recorded; readonly stored: StoredFact } {
  // An event of a later version: were it passed over, the rows would be wrong for good. Its stream waits for the upgrade.
  if (!EVENTS.has(event.type)) return { event, unreadable: 'this version does not know its type' }
  if (!isProjected(event.type)) return { event, fact: undefined }
  try {
    const stored = decode(event)
    return stored.kind === 'fact' ? { event, stored } : { event, unreadable: 'this version does not know its type' }
  } catch (error) {
    return { event, unreadable: reasonOf(error) }
  }
}

function tellOne(event: Recorded, stored: StoredFact, keys: ReadonlyMap<string, KeyObject>): Told {
  try {
    const opened = isPersonal(stored) ? open(stored, keys) : null
    const personal = opened === ERASED ? null : opened
    const { type, data, metadata } = stored
    const { occurredAt: at, actorKind, actorId } = metadata
    const by = actorKind === 'member' ? (UserId.safeParse(actorId).data ?? null) : null
    const isOfPicture = saysOfPicture(stored) ? pictureIn(stored, keys) : null
    const markOf = bringsPicture(stored) ? marksOf(stored, keys) : null
    const fact = { type, data, personal, isOfPicture, markOf, at, by, imported: actorKind === 'import' }
    // Its type's schemas have checked data and personal part; that they belong together cannot be said in types here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { event, fact: fact as ToldFact }
  } catch (error) {
    return { event, unreadable: reasonOf(error) }
  }
}

function isPersonal(fact: StoredFact): fact is PersonalFact {
  return EVENTS.get(fact.type)?.personal !== null
}

type OfPicture = Extract<StoredFact, { readonly data: { readonly picture: string | null } }>

const saysOfPicture = (fact: StoredFact): fact is OfPicture => 'picture' in fact.data

/**
 * Compares a picture with the one that a fact is about. All are, when nobody wrote down which that was, and when the customer's
 * key is gone: nothing is left of theirs that could be told apart.
 */
function pictureIn({ data: { customerId, picture } }: OfPicture, keys: ReadonlyMap<string, KeyObject>) {
  const key = keys.get(customerId)
  if (picture === null || key === undefined) return () => true
  return (path: string) => markOfPicture(key, customerId, path) === picture
}

type OfNewPicture = Extract<StoredFact, { readonly type: BringsPicture }>

const bringsPicture = (fact: StoredFact): fact is OfNewPicture =>
  fact.type === 'BookingApproved' || fact.type === 'BookingLicenceReplaced'

/** What tells pictures of the fact's customer apart. */
function marksOf({ data: { customerId } }: OfNewPicture, keys: ReadonlyMap<string, KeyObject>) {
  const key = keys.get(customerId)
  return (path: string) => (key === undefined ? undefined : markOfPicture(key, customerId, path))
}

/** The error's own sentence; what caused it may quote the event's values and stays out. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it cannot be read'
}
