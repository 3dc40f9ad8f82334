import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { nameClaimDecider } from './decider.ts'

const harbours = { kind: 'slug', ownerId: 'harbour' } as const
const northerns = { kind: 'slug', ownerId: 'northern' } as const
const claimed = { type: 'NameClaimed', data: harbours } as const
const released = { type: 'NameReleased', data: harbours } as const

test('a free name is claimed', () =>
  given(nameClaimDecider)
    .when({ type: 'claim', ...harbours })
    .thenEmits(claimed))

test('a name that somebody has is taken', () =>
  given(nameClaimDecider, claimed)
    .when({ type: 'claim', ...northerns })
    .thenRefused({ code: 'name-taken' }))

test('claiming one’s own name again writes nothing', () =>
  given(nameClaimDecider, claimed)
    .when({ type: 'claim', ...harbours })
    .thenNothing())

test('a name that was given back is free', () => {
  given(nameClaimDecider, claimed)
    .when({ type: 'release', ...harbours })
    .thenEmits(released)
  given(nameClaimDecider, claimed, released)
    .when({ type: 'claim', ...northerns })
    .thenEmits({ type: 'NameClaimed', data: northerns })
})

test('nobody gives back another’s name', () => {
  given(nameClaimDecider, claimed)
    .when({ type: 'release', ...northerns })
    .thenNothing()
  expect(nameClaimDecider.evolve({ ownerId: 'northern' }, released)).toEqual({ ownerId: 'northern' })
})
