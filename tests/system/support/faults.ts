import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from './platform.ts'
import type { Chance } from './random.ts'
import type { Service, ServiceName } from './service.ts'

/** What happens to a process, at which command of a rush. */
export interface Fault {
  readonly at: number
  readonly victim: ServiceName
  /** Killed (-9) and started again after so long, or frozen (SIGSTOP) for so long. In milliseconds. */
  readonly kind: 'kill' | 'freeze'
  readonly lasts: number
}

interface Counts {
  readonly victim: ServiceName
  readonly kills: number
  readonly freezes: number
}

/** A plan of so many faults, spread over the commands at random. */
export function planFaults(chance: Chance, commands: number, counts: readonly Counts[]): Fault[] {
  const faults = counts.flatMap(({ victim, kills, freezes }) => [
    ...Array.from({ length: kills }, () => ({ victim, kind: 'kill' as const, lasts: chance.below(400) })),
    // Some callers wait for the frozen process, others lose their patience.
    ...Array.from({ length: freezes }, () => ({ victim, kind: 'freeze' as const, lasts: 300 + chance.below(5_000) })),
  ])
  const places = Array.from(faults, () => 1 + chance.below(commands)).toSorted((a, b) => a - b)
  return chance.shuffle(faults).map((fault, index) => ({ ...fault, at: places[index] ?? 1 }))
}

/** Makes the planned faults. `before` belongs into a rush, `over` resolves when all victims are well again. */
export function makeFaults(
  platform: Platform,
  chance: Chance,
  plan: readonly Fault[],
): { before(command: number): Promise<void>; over(): Promise<void> } {
  const waiting = [...plan]
  const recovering = new Map<Service, Promise<void>>()
  let gate: Promise<void> = Promise.resolve()

  async function strike({ victim, kind, lasts }: Fault): Promise<void> {
    const service = await someoneUp(victim)
    // Not at the moment of sending, but somewhere in the middle of what it leads to.
    await delay(chance.below(15))
    const recovery = kind === 'kill' ? killed(service, lasts) : frozen(service, lasts)
    recovering.set(
      service,
      recovery.finally(() => recovering.delete(service)),
    )
  }

  /** A process of that kind that no fault holds down; the commands wait until there is one. */
  async function someoneUp(victim: ServiceName): Promise<Service> {
    for (;;) {
      const candidates = platform.all(victim)
      const up = chance.oneOf(candidates.filter((service) => !recovering.has(service)))
      if (up !== undefined) return up
      await Promise.race(candidates.flatMap((service) => recovering.get(service) ?? []))
    }
  }

  return {
    async before(command) {
      const due = waiting.filter(({ at }) => at <= command)
      waiting.splice(0, due.length)
      for (const fault of due) gate = gate.then(() => strike(fault))
      await gate
    },
    async over() {
      await gate
      await Promise.all(recovering.values())
    },
  }
}

async function killed(service: Service, lasts: number): Promise<void> {
  await service.kill()
  await delay(lasts)
  await service.start()
}

async function frozen(service: Service, lasts: number): Promise<void> {
  service.freeze()
  await delay(lasts)
  service.thaw()
}
