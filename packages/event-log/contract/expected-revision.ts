import { describe, expect, it } from 'vitest'
import { type Expected, type NewEvent, WrongRevision } from '../port.ts'
import { collect, freshStream, idsOf, newEvent, newEvents, type Under } from './setup.ts'

type Verdict = 'appended' | 'refused' | 'answered as the first time' | 'depends on the adapter'

/** The stream holds an earlier append (revisions 0 and 1) and a later one (2 and 3), or is not there. */
type Ids = 'new' | "the later append's" | "the earlier append's" | 'half known'

const AT_3: readonly (readonly [expected: Expected, Record<Ids, Verdict>])[] = [
  [
    'any',
    {
      new: 'appended',
      "the later append's": 'answered as the first time',
      "the earlier append's": 'answered as the first time',
      'half known': 'refused',
    },
  ],
  [
    'exists',
    {
      new: 'appended',
      "the later append's": 'answered as the first time',
      "the earlier append's": 'answered as the first time',
      'half known': 'refused',
    },
  ],
  [
    'noStream',
    {
      new: 'refused',
      "the later append's": 'refused',
      "the earlier append's": 'answered as the first time',
      'half known': 'refused',
    },
  ],
  [0n, { new: 'refused', "the later append's": 'refused', "the earlier append's": 'refused', 'half known': 'refused' }],
  [
    1n,
    {
      new: 'refused',
      "the later append's": 'answered as the first time',
      "the earlier append's": 'refused',
      'half known': 'refused',
    },
  ],
  [
    3n,
    {
      new: 'appended',
      "the later append's": 'depends on the adapter',
      "the earlier append's": 'depends on the adapter',
      'half known': 'depends on the adapter',
    },
  ],
  [7n, { new: 'refused', "the later append's": 'refused', "the earlier append's": 'refused', 'half known': 'refused' }],
]

const ABSENT: readonly (readonly [expected: Expected, Verdict])[] = [
  ['any', 'appended'],
  ['noStream', 'appended'],
  ['exists', 'refused'],
  [0n, 'refused'],
]

/** The truth table: what a writer expects × where the stream is × whether the log knows the events. */
export function expectedRevision(under: Under): void {
  describe('an append says where it expects the stream to be', () => {
    for (const [expected, verdict] of ABSENT) {
      it(`expected ${expected}, the stream is not there: ${verdict}`, async () => {
        const stream = freshStream()
        const events = newEvents(2)
        await verify({ stream, expected, events, before: [], verdict })
      })
    }

    for (const [expected, row] of AT_3) {
      for (const [ids, verdict] of entries(row)) {
        it(`expected ${expected}, the stream is at 3, the ids are ${ids}: ${verdict}`, async () => {
          const { log, sameIdsAtTheCurrentRevision } = under()
          const stream = freshStream()
          const earlier = newEvents(2)
          const later = newEvents(2)
          const first = await log.append(stream, 'noStream', earlier)
          const second = await log.append(stream, first.revision, later)
          const events = {
            new: newEvents(2),
            "the later append's": later,
            "the earlier append's": earlier,
            'half known': [...later.slice(1), newEvent()],
          }[ids]
          const onThisAdapter = sameIdsAtTheCurrentRevision === 'refused' ? 'refused' : 'appended'
          await verify({
            stream,
            expected,
            events,
            before: [...earlier, ...later],
            verdict: verdict === 'depends on the adapter' ? onThisAdapter : verdict,
            firstAnswer: events === earlier ? first : second,
          })
        })
      }
    }
  })

  interface Case {
    readonly stream: string
    readonly expected: Expected
    readonly events: readonly NewEvent[]
    readonly before: readonly NewEvent[]
    readonly verdict: Verdict
    readonly firstAnswer?: object
  }

  async function verify({ stream, expected, events, before, verdict, firstAnswer }: Case): Promise<void> {
    const { log } = under()
    const appending = log.append(stream, expected, events)
    if (verdict === 'refused') {
      const actual = BigInt(before.length) - 1n
      const refusal = await appending.catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(WrongRevision)
      expect(refusal).toMatchObject({ stream, expected, actual })
    } else if (verdict === 'appended') {
      expect(await appending).toMatchObject({
        revision: BigInt(before.length + events.length) - 1n,
        repeated: false,
      })
    } else {
      expect(await appending).toEqual({ ...firstAnswer, repeated: expect.any(Boolean) })
    }
    const stored = idsOf(await collect(log.read(stream)))
    expect(stored).toEqual(idsOf(verdict === 'appended' ? [...before, ...events] : before))
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object literal's own keys
const entries = <K extends string, V>(row: Record<K, V>): [K, V][] => Object.entries(row) as [K, V][]
