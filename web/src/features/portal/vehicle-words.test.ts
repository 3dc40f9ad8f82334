import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { describe, expect, it } from 'vitest'
import { standing } from './vehicle-words.ts'

describe('the card of a vehicle', () => {
  it.each<[Vehicle['status'], boolean, string, boolean]>([
    ['available', false, 'Available', true],
    ['available', true, 'Out today', true],
    ['maintenance', false, 'Maintenance', false],
    ['maintenance', true, 'Maintenance', false],
    ['unavailable', false, 'Unavailable', false],
    ['booked', false, 'Booked', false],
  ])('of one that is %s and out today: %s says "%s"; it can be chosen: %s', (status, outToday, word, canBeChosen) => {
    expect(standing({ status, outToday })).toEqual({ word, canBeChosen })
  })
})
