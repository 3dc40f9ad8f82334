import { match } from 'ts-pattern'
import { accept, type Decider, type Decision, refuse } from '../decision.ts'
import type { NameClaimEvent } from './events.ts'

/** Who has the name now; undefined when nobody has. */
export interface NameClaimState {
  readonly ownerId: string | undefined
}

export interface NameClaimRefusal {
  readonly code: 'name-taken'
}

type Outcome = Decision<NameClaimEvent, NameClaimRefusal>

/** Whose name it is to be, or no longer is. `ownerId` is a business's for slugs, a user's for logins. */
export interface Claim {
  readonly kind: 'slug' | 'login'
  readonly ownerId: string
}

/** Takes the name (specification section 3: slugs and logins are unique). Claiming one's own again writes nothing. */
export function claim({ kind, ownerId }: Claim, name: NameClaimState): Outcome {
  if (name.ownerId === ownerId) return accept()
  if (name.ownerId !== undefined) return refuse({ code: 'name-taken' })
  return accept({ type: 'NameClaimed', data: { kind, ownerId } })
}

/** Gives the name back. One that is free already, or another's, is not this owner's to give: nothing happens. */
export function release({ kind, ownerId }: Claim, name: NameClaimState): Outcome {
  if (name.ownerId !== ownerId) return accept()
  return accept({ type: 'NameReleased', data: { kind, ownerId } })
}

export type NameClaimCommand = ({ readonly type: 'claim' } & Claim) | ({ readonly type: 'release' } & Claim)

/** Every name has a stream of its own: its expected revision is what makes the name unique. */
export const nameClaimDecider: Decider<
  NameClaimCommand,
  NameClaimState,
  NameClaimEvent,
  NameClaimEvent,
  NameClaimRefusal
> = {
  initial: () => ({ ownerId: undefined }),
  decide: (command, name) =>
    match(command)
      .with({ type: 'claim' }, (asked) => claim(asked, name))
      .with({ type: 'release' }, (asked) => release(asked, name))
      .exhaustive(),
  evolve: (name, fact) =>
    match(fact)
      .with({ type: 'NameClaimed' }, ({ data }) => ({ ownerId: data.ownerId }))
      .with({ type: 'NameReleased' }, ({ data }) => (name.ownerId === data.ownerId ? { ownerId: undefined } : name))
      .exhaustive(),
}
