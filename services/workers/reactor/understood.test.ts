import { randomUUID } from 'node:crypto'
import type { Position, Recorded } from '@forecourt/event-log/port.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { expect, it } from 'vitest'
import { understood } from './understood.ts'

/** A request of which nothing is there. */
const empty = (schemaVersion: string): Recorded => ({
  kind: 'event',
  stream: `rent.schedule-${randomUUID()}`,
  revision: 0n,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a place that is no log's
  position: 1n as Position,
  id: randomUUID(),
  type: 'BookingRequested',
  data: '{}',
  metadata: { schemaVersion },
  recordedAt: new Date(),
})

const silent = createLog({ service: 'test', level: 'silent' })

it('an event that is damaged is passed over', () => {
  expect(understood([empty('1')], silent)).toEqual([])
})

it('one that a later version has written is not: its mails would be lost when that version comes', () => {
  expect(() => understood([empty('1000')], silent)).toThrow('bookingId')
})
