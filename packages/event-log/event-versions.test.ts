import { createSecretKey } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { EVENTS } from '@forecourt/domain/catalogue.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decode, open, type PersonalFact, type StoredFact } from './codec.ts'
import { parsePosition } from './port.ts'
import { UPCASTERS } from './upcast.ts'

/** An event as some version of the product wrote it, and what it says in the shape of today. Never edited, never deleted. */
const Fixture = z.strictObject({
  stream: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.string()),
  key: z.base64().optional(),
  today: z.strictObject({ data: z.unknown(), personal: z.unknown().optional() }),
})

const folder = new URL('fixtures/events/', import.meta.url)
const fixtures = readdirSync(folder).map((name) => ({
  name,
  fixture: Fixture.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
}))

describe('every event that was ever written can be read for ever', () => {
  for (const { name, fixture } of fixtures) {
    it(`${name} says today what it said then`, () => {
      const fact = replay(fixture)
      expect(name).toBe(`${fixture.type}.v${fixture.metadata.schemaVersion}.json`)
      expect(fact.data).toEqual(fixture.today.data)
      const keys = new Map(fixture.key === undefined ? [] : [[fact.metadata.dataSubject ?? '', keyOf(fixture.key)]])
      expect(isPersonal(fact) ? open(fact, keys) : undefined).toEqual(fixture.today.personal)
    })
  }

  for (const { type, version } of EVENTS.values()) {
    it(`${type}: each version up to ${version} has its fixture and its step to the next`, () => {
      const names = Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`)
      expect(fixtures.map(({ name }) => name).filter((name) => name.startsWith(`${type}.v`))).toEqual(names)
      expect(UPCASTERS[type] ?? []).toHaveLength(version - 1)
    })
  }
})

function replay({ stream, type, data, metadata }: z.infer<typeof Fixture>): StoredFact {
  const position = parsePosition('1')
  if (position === undefined) throw new Error('1 is a position')
  const decoded = decode({
    kind: 'event',
    stream,
    revision: 0n,
    position,
    id: '00000000-0000-5000-8000-000000000000',
    type,
    data: JSON.stringify(data),
    metadata,
    recordedAt: new Date(0),
  })
  if (decoded.kind === 'unknown') throw new Error(`${type} is not in the catalogue`)
  return decoded
}

const keyOf = (base64: string) => createSecretKey(Buffer.from(base64, 'base64'))

const isPersonal = (fact: StoredFact): fact is PersonalFact => EVENTS.get(fact.type)?.personal !== null
