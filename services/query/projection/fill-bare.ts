import type { Position } from '@forecourt/event-log/port.ts'
import { applyOne, PoisonEvent, type Projection, type Told } from './apply-batch.ts'
import { moveCheckpoint } from './checkpoint.ts'
import type { Inbox } from './inbox.ts'
import { type Outcome, preparedBatches } from './project-batches.ts'
import { loadRows, saveRows } from './store.ts'
import { inTransaction, together } from './transaction.ts'
import { raiseVersions } from './versions.ts'
import { WorkingRows } from './working-rows.ts'

/** Events whose rows are held in memory until they are written: more would save little, and cost memory twice over. */
const STRETCH = 12_000