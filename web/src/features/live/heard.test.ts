import { afterEach, describe, expect, it } from 'vitest'
import { noteAsked, noteHeard, wordAt } from './heard.ts'

const asked = Date.parse('2026-11-21T09:42:00Z')
const seconds = (count: number) => asked + count * 1_000

afterEach(() => {
  noteHeard(undefined)
  noteAsked(undefined)
})

describe('the word of the server', () => {
  it('is there for as long as one or two of its signs of life may be late', () => {
    noteAsked(asked)
    noteHeard(seconds(1))
    expect(wordAt(seconds(45), undefined)).toBe('heard')
  })

  it('is missing when it has said nothing for three of them', () => {
    noteAsked(asked)
    noteHeard(seconds(1))
    expect(wordAt(seconds(46), undefined)).toBe('missing')
  })

  it('is there when it has just answered, whatever has become of the stream', () => {
    noteAsked(asked)
    expect(wordAt(seconds(100), seconds(90))).toBe('heard')
  })

  it('is awaited by whoever looks again after an hour, and missing when it has not come by then', () => {
    noteHeard(seconds(-3_600))
    noteAsked(asked)
    expect(wordAt(seconds(1), seconds(-3_600))).toBe('awaited')
    expect(wordAt(seconds(45), seconds(-3_600))).toBe('missing')
  })

  it('is missed by nobody while nobody listens', () => {
    noteHeard(seconds(-3_600))
    expect(wordAt(seconds(100), undefined)).toBe('heard')
  })
})
