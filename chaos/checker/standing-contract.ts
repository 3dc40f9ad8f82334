import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import { scheduleFacts } from './facts.ts'
import { during, type Told, type Turn } from './told.ts'

/** What there is of a booking's contract from a place in the log on. */
interface Standing extends Turn {
  /** Of the one that was made last, as far as the log tells. */
  readonly sha256: string | null
  readonly isSigned: boolean
  /** It was signed on paper, of which the business has a picture or a scan. */
  readonly isOnPaper: boolean
  /** Another one was asked for, and is not made yet. */
  readonly isDue: boolean
}

/** Whether a booking's contract was such, at some time of a request about it. */
export function standingContractIn(log: readonly Recorded[], told: Told) {
  const turns = turnsIn(log)
  return (isSuch: (contract: Standing, request: Request) => boolean) =>
    (request: Request): boolean =>
      during(turns.get(String(request.asked.id)) ?? [], request, told).some((contract) => isSuch(contract, request))
}

function turnsIn(log: readonly Recorded[]): ReadonlyMap<string, readonly Standing[]> {
  const turns = new Map<string, Standing[]>()
  for (const fact of scheduleFacts(log)) {
    const change = changeBy(fact)
    if (change === undefined || !('bookingId' in fact.data)) continue
    const { bookingId } = fact.data
    const its = turns.get(String(bookingId)) ?? []
    turns.set(String(bookingId), its)
    const before = its.at(-1) ?? NONE
    its.push({ ...before, ...change, position: fact.position, at: fact.recordedAt.getTime() })
  }
  return turns
}

const NONE = { sha256: null, isSigned: false, isOnPaper: false, isDue: false }

function changeBy(fact: ReturnType<typeof scheduleFacts>[number]): Partial<Standing> | undefined {
  if (fact.type === 'ContractIssueRequested') return { isDue: true }
  if (fact.type === 'ContractGenerated') return { ...NONE, sha256: fact.data.sha256 }
  if (fact.type === 'ContractUploaded') return { ...NONE, isOnPaper: true }
  return fact.type === 'ContractSigned' ? { isSigned: true } : undefined
}
