import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fiesta } from '../fleet/testing/fiesta.ts'
import { TimelineRow } from './timeline-row.tsx'

/** The texts of the row of a vehicle without bookings. */
const textsOf = (vehicle: AdminVehicle): string =>
  renderToStaticMarkup(
    createElement(TimelineRow, {
      vehicle,
      row: { stretches: [], unplaced: [], turnround: [] },
      place: 0,
      top: 0,
      height: 44,
      hidden: 0,
      span: { first: '2026-11-01', days: 60 },
      firstDay: 0,
      lastDay: 60,
      today: 21,
      cursor: undefined,
      choice: undefined,
      cell: null,
    }),
  ).replaceAll(/<[^>]+>/g, '|')

it.each([
  ['maintenance', 'Maintenance'],
  ['unavailable', 'Unavailable'],
] as const)('a vehicle that is set to %s by hand does not look free: its row says so', (storedStatus, word) =>
  expect(textsOf({ ...fiesta, status: storedStatus, storedStatus })).toContain(word),
)

it.each(['available', 'booked', 'maintenance'] as const)(
  'what only its days make of it (%s today) is said by its days',
  (status) => expect(textsOf({ ...fiesta, status })).not.toMatch(/Available|Booked|Maintenance/),
)
