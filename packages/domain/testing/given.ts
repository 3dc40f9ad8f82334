import { expect } from 'vitest'
import type { Decider } from '../decision.ts'

/**
 * Reads a rule as a story: given what has happened, when somebody asks for this, then these events follow, or nothing
 * does, or it is refused. Each story also proves that deciding left the state alone and that the events fold.
 */
export function given<Command, State, Event extends Fact, Fact extends { readonly type: string }, Refusal>(
  decider: Decider<Command, State, Event, Fact, Refusal>,
  ...facts: readonly Fact[]
) {
  return {
    when(command: Command) {
      const state = facts.reduce((folded, fact) => decider.evolve(folded, fact), decider.initial())
      const before = structuredClone(state)
      const decision = decider.decide(command, state)
      expect(state).toEqual(before)
      if (decision.ok) decision.events.reduce((folded, event) => decider.evolve(folded, event), state)
      return {
        thenEmits: (...events: readonly Event[]) => expect(decision).toEqual({ ok: true, events }),
        thenNothing: () => expect(decision).toEqual({ ok: true, events: [] }),
        thenRefused: (refusal: Refusal) => expect(decision).toEqual({ ok: false, refusal }),
        thenTypes: (...types: readonly string[]) =>
          expect(decision.ok ? decision.events.map((event) => event.type) : decision).toEqual(types),
      }
    },
  }
}
