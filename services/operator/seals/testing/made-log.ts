import { randomBytes, randomUUID } from 'node:crypto'
import { SEAL_STREAM } from '@forecourt/domain/streams.ts'
import { type EventLog, type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import { FIRST_ROOT, leafOf, rootAfter, type Seal } from '@forecourt/event-log/seals/chain.ts'
import { publicKeyOf, publicKeys, sealKey, signed } from '@forecourt/event-log/seals/keys.ts'

/** A log made by hand, with seals over as many of its events as wanted, for what no real log does on demand. */
export class MadeLog {
  readonly #key = sealKey(randomBytes(32).toString('base64'))
  readonly seals: Seal[] = []
  readonly events: Recorded[]
  readonly publicKeys: ReturnType<typeof publicKeys>
  /** Called when the reader asks for the seal of that number. */
  onSeal: (number: number) => void = () => {}

  constructor(count: number) {
    const seed = randomBytes(32).toString('base64')
    this.#key = sealKey(seed)
    this.publicKeys = publicKeys([publicKeyOf(seed)])
    this.events = Array.from({ length: count }, (_, index) => eventAt(index + 1))
  }

  /** Seals what lies between the last seal and the position. @param covered what it names; the events there unless given */
  seal(through: number, covered?: readonly Recorded[]): Seal {
    const last = this.seals.at(-1)
    const from = BigInt(last?.throughPosition ?? 0)
    const named = covered ?? this.events.filter(({ position }) => position > from && position <= through)
    const bytes = Buffer.from(named.map(leafOf).join(''), 'hex')
    const previousRoot = last?.root ?? FIRST_ROOT
    const text = {
      number: this.seals.length + 1,
      throughPosition: String(through),
      count: named.length,
      total: (last?.total ?? 0) + named.length,
      leaves: bytes.toString('base64'),
      previousRoot,
      root: rootAfter(previousRoot, bytes),
    }
    const seal = signed(text, this.#key)
    this.seals.push(seal)
    return seal
  }

  /** Seen by a reader; what is added while it reads is there for its later questions. */
  readonly log: EventLog = {
    canBuildAhead: false,
    append: refuse,
    follow: () => {
      throw new Error('nobody follows it')
    },
    head: async () => this.events.at(-1)?.position ?? at(0),
    close: async () => {},
    readAll: (after) => this.#eventsAfter(after === 'start' ? 0n : after),
    read: () => this.#sealsInOrder(),
  }

  async *#eventsAfter(after: bigint): AsyncGenerator<Recorded> {
    for (const event of this.events) if (event.position > after) yield event
  }

  async *#sealsInOrder(): AsyncGenerator<Recorded> {
    for (let number = 1; number <= this.seals.length; number += 1) {
      this.onSeal(number)
      const data = JSON.stringify(this.seals[number - 1])
      yield {
        ...eventAt(1_000_000 + number),
        stream: SEAL_STREAM,
        type: 'LogSealed',
        data,
        revision: BigInt(number - 1),
      }
    }
  }
}

/** An event as any other. */
export const eventAt = (position: number): Recorded => ({
  kind: 'event',
  stream: 'rent.vehicle-1',
  revision: BigInt(position - 1),
  position: at(position),
  id: randomUUID(),
  type: 'VehicleAdded',
  data: `{"n":${position}}`,
  metadata: {},
  recordedAt: new Date('2026-01-01T00:00:00.000Z'),
})

function at(position: number): Position {
  const parsed = parsePosition(String(position))
  if (parsed === undefined) throw new Error('positions are whole numbers')
  return parsed
}

const refuse = () => Promise.reject(new Error('this log is over'))
