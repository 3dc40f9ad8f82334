import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { parkedStreams } from '@forecourt/query/projection/parked.ts'
import { releaseParked } from '@forecourt/query/projection/release.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import { type Command, RefusedError } from '../cli/command.ts'
import { expectOurShape } from './our-shape.ts'

/** `forecourt parked list`: which streams wait because one of their events could not be projected. */
export const parkedList: Command = {
  name: 'parked list',
  onlyReads: true,
  summary: 'streams that wait because one of their events could not be projected',
  example: 'forecourt parked list',
  explained: [],
  options: {},
  async run(_given, { pool }) {
    const streams = await parkedStreams(pool, LIVE)
    return {
      sentences:
        streams.length === 0
          ? ['No stream is parked.']
          : streams.map(
              ({ stream, revision, eventType, reason, waiting }) =>
                `${stream}: ${eventType} at revision ${revision}, ${waiting} waiting: ${reason}`,
            ),
      facts: { parked: streams.map((parked) => ({ ...parked, revision: String(parked.revision) })) },
      amiss: streams.length > 0,
    }
  },
}

/** `forecourt parked release`: projects what waits, once the cause is mended. */
export const parkedRelease: Command = {
  name: 'parked release',
  summary: 'project what waits of a stream, once the cause is mended',
  operands: ['STREAM'],
  example: 'forecourt parked release rent.schedule-3f0c7d5e-7f5c-4c39-8a35-93c2b7b9d1aa',
  explained: [['STREAM', 'as "forecourt parked list" names it']],
  options: {},
  async run(given, { core, pool, log }) {
    const stream = given.operand('STREAM')
    const live = await readCheckpoint(pool, LIVE)
    if (live !== undefined) expectOurShape(live)
    const projection = { pool, schema: LIVE, tell: createTeller(core.vault), log }
    const outcome = await releaseParked(projection, core.log, stream)
    if (outcome === 'not parked') throw new RefusedError('not-parked', `${stream} is not parked`)
    return {
      sentences: [
        outcome === 'released'
          ? `All that waited of ${stream} is on the screens.`
          : `${stream} is parked again: one of its events still cannot be projected. "forecourt parked list" says which.`,
      ],
      facts: { stream, outcome },
      amiss: outcome === 'parked again',
    }
  },
}
