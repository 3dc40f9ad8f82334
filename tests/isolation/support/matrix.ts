import type { Call } from '@forecourt/contracts/calls/call.ts'
import { Nothing } from '@forecourt/contracts/calls/nothing.ts'
import { safeParse } from 'zod/v4/core'
import type { Actor } from './actors.ts'
import { type Asked, fingerprint, type Heard } from './ask.ts'
import { type Id, idsOf } from './ids.ts'
import { bodyOf, requestOf, thingOf } from './requests.ts'
import { type Answerer, fieldsOf, type Town } from './town.ts'

/** Somebody calls with an id. */
export interface Cell {
  readonly call: Call
  readonly actor: Actor
  /** Undefined for a call that is about no one thing. */
  readonly id: Id | undefined
  readonly asked: Asked
  readonly expected: number
}

export interface Answered {
  readonly cell: Cell
  readonly heard: Heard
}

/** Who tries everything that is no id; for the others some of it is enough. */
const THOROUGH: ReadonlySet<string> = new Set(['own staff', 'anonymous'])

/** All cells of a call: everybody, with every id. */
export function cellsOf(town: Town, call: Call): Cell[] {
  const names = thingOf(call)
  return town.actors.flatMap((actor) => {
    const { home } = actor
    const other = home === town.ours ? town.theirs : town.ours
    const ids =
      names === undefined
        ? [undefined]
        : idsOf(town.platform, names, call.id, { ...town, home, other }, THOROUGH.has(actor.name))
    return ids.map((id): Cell => {
      const fields = fieldsOf(town, home)
      const asked = requestOf(call, id?.id ?? '', fields)
      return { call, actor, id, asked, expected: expectedOf(call, actor, id, fields) }
    })
  })
}

/** What SECURITY rules 1 and 2 and the table of calls say that the answer is. */
function expectedOf(call: Call, actor: Actor, id: Id | undefined, fields: Readonly<Record<string, unknown>>): number {
  const success = Number(Object.keys(call.answers)[0])
  if (call.access === 'member' && !actor.isStaff) return 401
  if (id === undefined) return success
  if (!takes(call, id.id, fields)) return call.body === undefined ? 400 : 422
  // One answer, whoever asks about whom.
  if (call.id === 'forgottenPassword') return success
  // An address, a password and a business that do not go together: which of these it is is not told.
  if (call.id === 'signIn')
    return id.whose === 'own' && actor.home.tenant.slug === id.id && isOpen(actor) ? success : 401
  if (call.access === 'member') return id.whose === 'own' ? success : 404
  if (id.whose === 'own') return isOpen(actor) || PICTURES.has(call.id) ? success : 404
  // A picture's address is all there is to know of it: browsers keep it for a year, whatever becomes of the business.
  if (id.whose === 'closed') return PICTURES.has(call.id) ? success : 404
  return id.whose === 'other' ? success : 404
}

/** Pictures that are for everybody. */
const PICTURES: ReadonlySet<string> = new Set(['vehicleImage', 'logo'])

/** Whether somebody's own business is not the closed one. */
const isOpen = ({ name }: Actor) => name !== 'user of a deactivated business'

/** Whether the contract's own schemas take what is sent with this id. */
function takes(call: Call, id: string, fields: Readonly<Record<string, unknown>>): boolean {
  const query = Object.fromEntries(new URL(requestOf(call, id, fields).path, 'http://x').searchParams)
  const body = bodyOf(call, id, fields)
  return safeParse(call.query ?? Nothing, query).success && safeParse(call.body ?? Nothing, body).success
}

/** Asks what a cell asks. */
export async function tried(town: Town, cell: Cell, answerer?: Answerer): Promise<Answered> {
  return { cell, heard: await town.hear(cell.call, cell.actor, cell.asked, answerer) }
}

/**
 * What is wrong with the answers to a call, in words: a status that the rules do not give, or a refusal from which it can
 * be told whether there is such a thing.
 */
export function faultsOfMatrix(answered: readonly Answered[]): string[] {
  const faults: string[] = []
  const refusals = new Map<string, { readonly print: string; readonly of: Cell }>()
  for (const { cell, heard } of answered) {
    if (heard.status !== cell.expected) {
      faults.push(`${nameOf(cell)}: ${heard.status} instead of ${cell.expected} ${heard.text?.slice(0, 200) ?? ''}`)
      continue
    }
    if (cell.expected !== 401 && cell.expected !== 404) continue
    // Who is not let in is told the same whoever they are; who is, whatever they ask for.
    const group = `${cell.call.id} ${cell.expected}`
    const print = fingerprint(heard)
    const known = refusals.get(group)
    if (known === undefined) refusals.set(group, { print, of: cell })
    else if (known.print !== print)
      faults.push(`${nameOf(cell)}: not the same bytes as ${nameOf(known.of)}:\n${print}\n---\n${known.print}`)
  }
  return faults
}

export function nameOf({ call, actor, id }: Cell): string {
  return `${call.id} as ${actor.name}${id === undefined ? '' : `, ${id.whose} id ${JSON.stringify(id.id.slice(0, 80))}`}`
}
