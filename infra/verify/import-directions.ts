import type { Import } from './imports.ts'

/**
 * Imports point inward only: web → contracts; services → contracts, event-log, kit → domain. Tests are free to reach
 * for anything, and nothing reaches for a test.
 */

const TEST = /\.(test|e2e)\.tsx?$|(^|\/)(testing|tests|bench|chaos|e2e|contract|fake)\//

/** What each folder may import from, beside itself. */
const INWARD: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/contracts': [],
  'packages/event-log': ['packages/domain'],
  'packages/kit': ['packages/domain', 'packages/contracts'],
  'services/command': ['packages'],
  'services/query': ['packages'],
  'services/workers': ['packages'],
  // Operators send commands as everybody does, and ask what the other services would answer.
  'services/operator': ['packages', 'services'],
  web: ['packages/contracts'],
  infra: ['packages', 'services'],
}

/** The rules run anywhere and always give the same: no I/O, no clock, no chance. */
const PURE = /^(zod|ts-pattern|node:(crypto|util))$/

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** @returns one sentence for each import that points outward, and for each cycle */
export function faultsOfDirections(imports: readonly Import[]): string[] {
  return [...imports.flatMap(faultsOf), ...cycles(imports)]
}

function faultsOf({ from, to, inside }: Import): string[] {
  if (TEST.test(from)) return []
  const home = Object.keys(INWARD).find((folder) => within(from, folder))
  if (inside && TEST.test(to)) return [`${from} imports the test ${to}`]
  if (inside && home !== undefined && ![home, ...(INWARD[home] ?? [])].some((folder) => within(to, folder))) {
    return [`${from} imports ${to}: ${home} may not`]
  }
  if (!inside && home === 'packages/domain' && !PURE.test(to)) return [`${from} imports ${to}: the rules are pure`]
  return []
}

/** Cycles of what really runs: types may point at each other. */
function cycles(imports: readonly Import[]): string[] {
  const next = Map.groupBy(
    imports.filter(({ inside, typeOnly }) => inside && !typeOnly),
    ({ from }) => from,
  )
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const begins = path.indexOf(file)
    if (begins >= 0) {
      const round = path.slice(begins)
      const first = round.indexOf(round.toSorted()[0] ?? file)
      found.add(`${[...round.slice(first), ...round.slice(0, first)].join(' → ')} → back: a cycle`)
      return
    }
    if (done.has(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return [...found]
}
