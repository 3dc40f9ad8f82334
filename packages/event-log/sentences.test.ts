import { readdirSync, readFileSync } from 'node:fs'
import { EVENTS } from '@forecourt/domain/catalogue.ts'
import { sentenceOf, type TellableFact } from '@forecourt/domain/history/sentences.ts'
import { describe, expect, it } from 'vitest'

const folder = new URL('fixtures/events/', import.meta.url)
const fixtures = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))

describe('every event can be told as a sentence', () => {
  for (const { type, version } of EVENTS.values()) {
    it(`${type} is told`, () => {
      const fixture = fixtures.find((one) => one.type === type && one.metadata.schemaVersion === String(version))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other suite of the fixtures checks what they are
      const sentence = sentenceOf({ type, data: fixture.today.data } as TellableFact)
      expect(sentence).toMatch(/^\p{Lu}.*[^.]$/u)
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/)
      // What is sealed in it is not in its sentence.
      for (const text of textsIn(fixture.today.personal)) expect(sentence).not.toContain(text)
    })
  }
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
