import { isDefinition } from '@forecourt/domain/event.ts'
import { decode, type Fact, type StoredFact } from '@forecourt/event-log/codec.ts'
import type { Folding } from './fold.ts'

interface Rules<State, F> {
  readonly initial: () => State
  readonly evolve: (state: State, fact: F, at: string | undefined) => State
  readonly copy?: (state: State) => State
  readonly holds?: (state: State) => number
}

/**
 * How a stream of these rules is folded.
 * @param events the module that defines the stream's events; what else it exports does not matter
 */
export function foldingOf<State, F extends Fact>(rules: Rules<State, F>, events: object): Folding<State, F> {
  const types = new Set(
    Object.values(events)
      .filter(isDefinition)
      .map(({ type }) => type),
  )
  const isOurs = (fact: StoredFact): fact is StoredFact & F => types.has(fact.type)
  return {
    initial: rules.initial,
    evolve: rules.evolve,
    ...(rules.copy === undefined ? {} : { copy: rules.copy }),
    ...(rules.holds === undefined ? {} : { holds: rules.holds }),
    read(recorded) {
      const fact = decode(recorded)
      return fact.kind === 'fact' && isOurs(fact) ? fact : undefined
    },
  }
}
