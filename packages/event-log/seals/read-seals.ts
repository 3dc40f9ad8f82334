import { LogSealed } from '@forecourt/domain/audit/events.ts'
import { SEAL_STREAM } from '@forecourt/domain/streams.ts'
import type { EventLog, Position } from '../port.ts'
import type { Seal } from './chain.ts'

/** A seal, and where it is in the log. */
export interface PlacedSeal {
  readonly seal: Seal
  readonly position: Position
}

/**
 * The seals in the log, in their order.
 * @param after number of the seal behind which to begin
 * @throws {UnreadableSeal} what is in their stream is no seal
 */
export async function* sealsInLog(log: EventLog, after = 0): AsyncGenerator<PlacedSeal> {
  for await (const { type, data, revision, position } of log.read(SEAL_STREAM, BigInt(after))) {
    const seal = type === LogSealed.type ? LogSealed.data.safeParse(parsed(data)) : undefined
    if (seal?.success !== true) throw new UnreadableSeal(position, revision)
    yield { seal: seal.data, position }
  }
}

/** What stands in the place of a seal is none. */
export class UnreadableSeal extends Error {
  readonly position: Position
  constructor(position: Position, revision: bigint) {
    super(`what is in the place of seal ${revision + 1n} is no seal`)
    this.name = 'UnreadableSeal'
    this.position = position
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
