import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import * as z from 'zod/mini'
import type { PendingAction } from '../../offline/outbox/queue.ts'
import { Changing, changeWork, Scheduling, scheduleWork } from './actions.ts'
import { type BlockDraft, draftOf, onTopOf } from './draft.ts'

/** A refused action whose block is mended in the form. */
export interface Mended {
  readonly id: string
  readonly draft: BlockDraft
  /** The block that it was to change; undefined for a new one. */
  readonly changed: Maintenance | undefined
}

/**
 * How a refused action is mended: the form as it was filled in. Undefined when there is nothing to fill in, or the block that
 * it was to change is not there any more.
 */
export function mendedFrom({ id, name, args }: PendingAction, blocks: readonly Maintenance[]): Mended | undefined {
  const scheduled = name === scheduleWork.name ? z.safeParse(Scheduling, args).data : undefined
  if (scheduled !== undefined) return { id, draft: draftOf(scheduled), changed: undefined }
  const change = name === changeWork.name ? z.safeParse(Changing, args).data : undefined
  const changed = change === undefined ? undefined : blocks.find((block) => block.id === change.id)
  if (change === undefined || changed === undefined) return undefined
  const seen = change.seen === undefined ? undefined : draftOf(change.seen)
  // What the person has changed, on top of what others have saved since.
  return { id, draft: onTopOf(changed, { ...draftOf(change), seen }).draft, changed }
}

/**
 * Saves, and only when that is stored forgets the refused action that it stands for. All others are left to a person.
 * @throws what saving throws; then nothing is forgotten
 */
export async function replacing(
  mended: string | undefined,
  drop: (id: string) => Promise<void>,
  save: () => Promise<unknown>,
): Promise<void> {
  await save()
  if (mended !== undefined) await drop(mended)
}

/** The block that an action is about, as this device names it. */
export const blockIn = (args: unknown): unknown =>
  typeof args === 'object' && args !== null ? Reflect.get(args, 'id') : undefined
