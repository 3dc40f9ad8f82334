import type { Instant } from '@forecourt/domain/instant.ts'
import type { Appended, WrongRevision } from '@forecourt/event-log/port.ts'
import type { CommandIdentity } from './command-id.ts'
import { type Fold, rememberCommand } from './fold.ts'
import type { Folds } from './folds.ts'

/** How a fold keeps up with its stream around an append of one's own: what was stored, and what was refused. */

/** Reads what a decision on this revision had not seen. */
export async function catchUp<State, Fact>(
  folds: Folds<State, Fact>,
  fold: Fold<State>,
  decidedAt: bigint,
  { actual }: WrongRevision,
): Promise<void> {
  // The log knows less than we do: it is not the log that this fold was read from.
  if (fold.revision > actual && fold.revision <= decidedAt) folds.drop(fold.stream)
  // Unless the follower has brought it, or somebody who was refused together with this one.
  else if (fold.revision < actual || fold.revision === decidedAt) await folds.refresh(fold)
}

/** Puts our own events into the fold, unless the follower was faster. */
export function take<State, Fact>(
  folds: Folds<State, Fact>,
  fold: Fold<State>,
  events: readonly Fact[],
  { revision, position }: Appended,
  { commandId, digest, at }: CommandIdentity & { readonly at: Instant },
): void {
  const first = revision - BigInt(events.length) + 1n
  for (const [index, event] of events.entries()) {
    if (first + BigInt(index) !== fold.revision + 1n) continue
    fold.state = folds.folding.evolve(fold.state, event, at)
    fold.revision += 1n
    if (digest !== undefined) rememberCommand(fold, commandId, digest, fold.revision)
  }
  if (fold.revision === revision) fold.position = position
  folds.grown(fold)
}
