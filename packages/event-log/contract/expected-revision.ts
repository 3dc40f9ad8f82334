import { describe, expect, it } from 'vitest'
import { type Appended, type Expected, type NewEvent, WrongRevision } from '../port.ts'
import { collect, freshStream, idsOf, newEvent, newEvents, type Under } from './setup.ts'

type Verdict = 'appended' | 'refused' | 'answered as the first time'

/** The stream holds an earlier append (revisions 0 and 1) and a later one (2 and 3), or is not there. */
const IDS = ['new', "the later append's", "the earlier append's", 'half known'] as const

const AT_REVISION_3: readonly (readonly [Expected, ...(readonly Verdict[])])[] = [
  // expected  new         the later append's            the earlier append's          half known
  ['any', 'appended', 'answered as the first time', 'answered as the first time', 'refused'],
  ['exists', 'appended', 'answered as the first time', 'answered as the first time', 'refused'],
  ['noStream', 'refused', 'refused', 'answered as the first time', 'refused'],
  [0n, 'refused', 'refused', 'refused', 'refused'],
  [1n, 'refused', 'answered as the first time', 'refused', 'refused'],
  [3n, 'appended', 'refused', 'refused', 'refused'],
  [7n, 'refused', 'refused', 'refused', 'refused'],
]

const NOT_THERE: readonly (readonly [Expected, Verdict])[] = [
  ['any', 'appended'],
  ['noStream', 'appended'],
  ['exists', 'refused'],
  [0n, 'refused'],
]

/** The truth table: what a writer expects × where the stream is × whether the log knows the events. */
export function expectedRevision(under: Under): void {
  describe('an append says where it expects the stream to be', () => {
    for (const [expected, verdict] of NOT_THERE) {
      it(`expected ${expected}, the stream is not there: ${verdict}`, async () => {
        const { log } = under()
        const stream = freshStream()
        const events = newEvents(2)
        expect(await told(log.append(stream, expected, events))).toEqual(answer(verdict, [], events))
        expect(idsOf(await collect(log.read(stream)))).toEqual(verdict === 'appended' ? idsOf(events) : [])
      })
    }

    for (const [expected, ...verdicts] of AT_REVISION_3) {
      for (const [column, ids] of IDS.entries()) {
        const verdict = verdicts[column] ?? 'refused'
        it(`expected ${expected}, the stream is at 3, the ids are ${ids}: ${verdict}`, async () => {
          const { log } = under()
          const stream = freshStream()
          const earlier = newEvents(2)
          const later = newEvents(2)
          const first = await log.append(stream, 'noStream', earlier)
          const second = await log.append(stream, first.revision, later)
          const before = [...earlier, ...later]
          const events = {
            new: newEvents(2),
            "the later append's": later,
            "the earlier append's": earlier,
            'half known': [...later.slice(1), newEvent()],
          }[ids]

          const firstAnswer = events === earlier ? first : second
          expect(await told(log.append(stream, expected, events))).toEqual(answer(verdict, before, events, firstAnswer))
          const stored = verdict === 'appended' ? [...before, ...events] : before
          expect(idsOf(await collect(log.read(stream)))).toEqual(idsOf(stored))
        })
      }
    }
  })
}

/** Not every server says whether it knew the events already. */
const EITHER: unknown = expect.any(Boolean)

/** What the writer hears: where the events are, or where the stream is. */
async function told(appending: Promise<Appended>): Promise<object> {
  try {
    return await appending
  } catch (refusal) {
    if (refusal instanceof WrongRevision) return { refusedAt: refusal.actual }
    throw refusal
  }
}

function answer(
  verdict: Verdict,
  before: readonly NewEvent[],
  events: readonly NewEvent[],
  firstAnswer?: Appended,
): object {
  if (verdict === 'refused') return { refusedAt: BigInt(before.length) - 1n }
  if (verdict === 'answered as the first time') return { ...firstAnswer, repeated: EITHER }
  return { revision: BigInt(before.length + events.length) - 1n, position: expect.any(BigInt), repeated: false }
}
