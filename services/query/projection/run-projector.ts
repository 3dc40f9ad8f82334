import { setTimeout as delay } from 'node:timers/promises'
import { EVERYTHING, type EventLog, type Position } from '@forecourt/event-log/port.ts'
import { listen } from '../notifications.ts'
import type { Projection } from './apply-batch.ts'
import { readCheckpoint } from './checkpoint.ts'
import { Inbox } from './inbox.ts'
import { BeingBuilt, forgetLeftBehind } from './kept-models.ts'
import { type Applied, projectBatches } from './project-batches.ts'
import { ensureReadModel } from './rebuild.ts'
import { wantedChannel } from './schema-name.ts'
import { dropLeftScratch } from './scratch-models.ts'
import { traceBatch } from './trace.ts'
import { inTransaction } from './transaction.ts'

/** How a projector is doing. */
export type ProjectorState = 'starting' | 'projecting' | 'standing by' | 'trying again'

export interface ProjectorOptions extends Omit<Projection, 'onPoison'> {
  readonly eventLog: EventLog
  /** For a connection that hears which positions are wanted. */
  readonly databaseUrl: string
  /** Told whenever the state changes. */
  readonly onState?: (state: ProjectorState) => void
  /** Milliseconds between two tries to throw away what somebody was reading when it was to go. */
  readonly tidyEvery?: number
}

/** A runner that stands by takes over when the checkpoint lies still for so long although there are events, in milliseconds. */
const STALLED = 2_000
const LOOK = 400
/** Pauses after failures, in milliseconds: doubled each time. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 3_000

/**
 * Projects the log into the schema until the signal aborts. Several may run at once: the one whose batches move the
 * checkpoint goes on, any other finds it moved, writes nothing and stands by until it lies still.
 */
export async function runProjector(options: ProjectorOptions, signal: AbortSignal): Promise<void> {
  await Promise.all([keepProjecting(options, signal), tidyUp(options, signal)])
}

/** Throws away again and again what could not be, until the signal aborts: somebody who was erased may be in it. */
async function tidyUp({ pool, log, tidyEvery = 30_000 }: ProjectorOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    await delay(tidyEvery, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    await inTransaction(pool, dropLeftScratch).catch((error: unknown) => {
      log.warn({ error, step: 'tidying up' }, 'an old read model could not be thrown away')
    })
  }
}

async function keepProjecting(options: ProjectorOptions, signal: AbortSignal): Promise<void> {
  const tell = options.onState ?? (() => {})
  let pause = FIRST_PAUSE
  tell('starting')
  while (!signal.aborted) {
    try {
      const from = await onceBuilt(options, signal)
      if (from === undefined) return
      await forgetLeft(options)
      tell('projecting')
      await projectFrom(from, options, signal, ({ told, takenAt }) => {
        pause = FIRST_PAUSE
        traceBatch(
          told.map(({ event }) => event),
          takenAt,
        )
      })
      if (signal.aborted) return
      tell('standing by')
      options.log.info({ step: 'standing by' }, 'another projector is at work')
      await standBy(options, signal)
    } catch (error) {
      if (signal.aborted) return
      tell('trying again')
      options.log.warn({ error, step: 'projecting' }, 'the projector lost its footing and begins again')
      await delay(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
  }
}

/**
 * How far the live read model has come, once it has this version's shape; undefined when the signal aborts before. Another
 * process may be making it for hours: when that one ends before it is done, this one goes on from there.
 */
async function onceBuilt(options: ProjectorOptions, signal: AbortSignal): Promise<Position | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      return await ensureReadModel(options)
    } catch (error) {
      if (!(error instanceof BeingBuilt)) throw error
      if (tries === 0) {
        options.onState?.('standing by')
        options.log.info({ step: 'standing by' }, 'another process makes the read model anew')
      }
      await delay(LONGEST_PAUSE, undefined, { signal }).catch(() => {})
    }
  }
  return undefined
}

/** What cannot be asked, as that of another version, keeps nobody from projecting. */
async function forgetLeft({ pool, schema, log }: ProjectorOptions): Promise<void> {
  await inTransaction(pool, (client) => forgetLeftBehind(client, schema)).catch((error: unknown) => {
    log.warn({ error, step: 'starting' }, 'whether somebody who was erased is in an old read model is not known')
  })
}

/** Projects from the checkpoint on. Returns when another runner has moved it, or when the signal aborts. */
async function projectFrom(
  start: Position,
  options: ProjectorOptions,
  signal: AbortSignal,
  onProgress: (batch: Applied) => void,
): Promise<void> {
  const inbox = new Inbox()
  const stop = new AbortController()
  const end = AbortSignal.any([signal, stop.signal])
  end.addEventListener('abort', () => inbox.close(), { once: true })
  const after = start === 0n ? 'start' : start
  const filling = inbox.receive(options.eventLog.follow(after, EVERYTHING, end, () => inbox.rest()))
  const ear = listen({
    connectionString: options.databaseUrl,
    channel: wantedChannel(options.schema),
    onMessage: (payload) => {
      if (/^\d{1,19}$/.test(payload) && inbox.hurry(BigInt(payload))) options.eventLog.lookNow?.()
    },
    log: options.log,
  })
  try {
    await projectBatches({ ...options, onPoison: 'park' }, start, inbox, onProgress)
  } finally {
    stop.abort()
    await Promise.all([ear.close(), filling])
  }
}

/** Returns when the runner at work seems to have died: there are events, and the checkpoint does not move. */
async function standBy({ pool, schema, eventLog }: ProjectorOptions, signal: AbortSignal): Promise<void> {
  let still = { at: -1n, since: performance.now() }
  while (!signal.aborted) {
    const checkpoint = await readCheckpoint(pool, schema)
    if (checkpoint === undefined) return
    const { position } = checkpoint
    if (position !== still.at || position >= (await eventLog.head())) still = { at: position, since: performance.now() }
    if (performance.now() - still.since >= STALLED) return
    await delay(LOOK, undefined, { signal }).catch(() => {})
  }
}
