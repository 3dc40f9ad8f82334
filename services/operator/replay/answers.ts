import { mask } from '../history/mask.ts'

/** Members of the API's answers that are somebody's personal data, wherever they stand. */
const PERSONAL = new Set([
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerAddress',
  'notes',
  'adminNotes',
  'email',
  'phone',
  'address',
  'licenseImageUrl',
  'licenseRefusedReason',
  'licenseCheckedBy',
])
/** Whose members called `name` are a person's; a vehicle's is nobody's. */
const PEOPLE = new Set(['customer', 'customers'])

/**
 * The answer with what is personal masked.
 * @param within what the answer, or the part of it, is about: `customers` have names that are personal
 */
export function masked(value: unknown, within: string): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, within))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isPersonal = PERSONAL.has(name) || (name === 'name' && PEOPLE.has(within))
      return [name, isPersonal && typeof member === 'string' ? mask(member) : masked(member, name)]
    }),
  )
}

/**
 * Whose personal data the answer has: the ids of its customers.
 * @param within as of {@link masked}
 */
export function subjectsIn(value: unknown, within: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => subjectsIn(item, within))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const isTheirs = name === 'customerId' || (name === 'id' && PEOPLE.has(within))
    return isTheirs && typeof member === 'string' ? [member] : subjectsIn(member, name)
  })
}

/** One place where two answers differ. Undefined: it is not in that answer. */
export interface Changed {
  /** Such as `3f2a….status`: the record's id, then the member. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Where two answers to one question differ; records of a list are told apart by their ids.
 * @param shown the same answers as they are to be shown, masked or not
 */
export function changesBetween(
  earlier: unknown,
  later: unknown,
  shown: { readonly earlier: unknown; readonly later: unknown } = { earlier, later },
): Changed[] {
  const [before, after] = [leaves(earlier), leaves(later)]
  const [shownBefore, shownAfter] = [leaves(shown.earlier), leaves(shown.later)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)))
    .map((path) => ({ path, before: shownBefore.get(path), after: shownAfter.get(path) }))
}

function leaves(
  value: unknown,
  path: readonly string[] = [],
  found = new Map<string, unknown>(),
): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(path.join('.'), value)
  for (const [name, member] of Object.entries(value)) {
    const id: unknown = Array.isArray(value) && typeof member === 'object' && member !== null ? member.id : undefined
    leaves(member, [...path, typeof id === 'string' ? id : name], found)
  }
  return found
}
