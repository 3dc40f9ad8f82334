import { Connection } from '../load/connection.ts'
import { QUESTIONS } from './cases.ts'
import type { Visited } from './visit.ts'

/**
 * Sees that all sides say the same to the questions whose speed is compared, of the same history: as many rows, with the same
 * members, and of figures the same. Ids, names of files and times are each side's own.
 * @throws a side says something else; that in words
 */
export async function compareAnswers(all: readonly Visited[]): Promise<void> {
  for (const { name, path, isPublic } of QUESTIONS) {
    const told: string[] = []
    for (const { side } of all) {
      const { desk } = side.town
      side.thaw()
      const connection = await Connection.open(side.targets[0]?.read ?? '')
      try {
        const sending = { method: 'GET', path: path(side), ...(isPublic ? {} : { cookie: desk.cookie }) } as const
        const answer = await connection.send(sending)
        if (answer.status !== 200) throw new Error(`${side.name} answers ${answer.status} to ${name}: ${answer.text()}`)
        told.push(outline(JSON.parse(answer.text())))
      } finally {
        connection.close()
        await side.freeze()
      }
    }
    const other = told.findIndex((one) => one !== told[0])
    if (other < 0) continue
    throw new Error(`${all[other]?.side.name} says ${told[other]} to ${name}, and ${all[0]?.side.name} ${told[0]}`)
  }
}

/** What two services must have in common that were told the same: lists by their length and first row, numbers, names of members. */
export function outline(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} × ${value.length === 0 ? 'nothing' : outline(value[0])}`
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, each]) => `${name}: ${outline(each)}`).join(', ')}}`
}
