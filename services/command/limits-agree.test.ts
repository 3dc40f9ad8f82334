import { DESK_DAYS_BACK, LONGEST_DAYS, YEARS_AHEAD } from '@forecourt/contracts/booking-limits.ts'
import { EARLIEST_YEAR, FEWEST_SEATS, MOST_SEATS } from '@forecourt/contracts/vehicle.ts'
import * as schedule from '@forecourt/domain/schedule/request.ts'
import * as vehicle from '@forecourt/domain/vehicle/decider.ts'
import { expect, it } from 'vitest'

it('what callers and forms are told of the limits is what the rules keep to', () => {
  expect(schedule).toMatchObject({ DESK_DAYS_BACK, LONGEST_DAYS, YEARS_AHEAD })
  expect(vehicle).toMatchObject({ EARLIEST_YEAR, FEWEST_SEATS, MOST_SEATS })
})
