import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FileConflict, type FileRow, PersonConflict, type PersonRow, WrongRevision } from '../port.ts'
import { collect, freshStream, idsOf, newEvents, type Under } from './setup.ts'

/** Vault rows that travel with an append. */
export function rowsAlongside(under: Under): void {
  describe('rows that travel with an append', () => {
    it('a new person is made, and is known from then on', async () => {
      const { log } = under()
      const person = newPerson()
      const stream = freshStream()
      await log.append(stream, 'noStream', newEvents(1), { person })
      await log.append(stream, 'any', newEvents(1), { person: { ...person, known: true } })
      expect(await log.append(stream, 'any', newEvents(1), { person })).toMatchObject({ revision: 2n })
    })

    it('the same append with its rows may be retried', async () => {
      const { log } = under()
      const [stream, events, person] = [freshStream(), newEvents(2), newPerson()]
      const rows = { person, file: fileOf(person) }
      const first = await log.append(stream, 'noStream', events, rows)
      expect(await log.append(stream, 'noStream', events, rows)).toMatchObject({ position: first.position })
      expect(idsOf(await collect(log.read(stream)))).toEqual(idsOf(events))
    })

    it('a person whom somebody else has made meanwhile is refused with the stored one, and nothing is appended', async () => {
      const { log } = under()
      const [stream, stored] = [freshStream(), newPerson()]
      await log.append(freshStream(), 'noStream', newEvents(1), { person: stored })
      const late = { ...stored, subjectId: randomUUID(), wrappedKey: randomBytes(60) }
      const refusal = await log
        .append(stream, 'noStream', newEvents(1), { person: late })
        .catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(PersonConflict)
      expect(refusal).toMatchObject({
        stored: { subjectId: stored.subjectId, wrappedKey: Buffer.from(stored.wrappedKey) },
      })
      expect(await collect(log.read(stream))).toEqual([])
    })

    it('of two who make the same person at once one is told about the other', async () => {
      const { log, another } = under()
      for (let round = 0; round < 10; round += 1) {
        const one = newPerson()
        const two = { ...one, subjectId: randomUUID(), wrappedKey: randomBytes(60) }
        const outcomes = await Promise.allSettled([
          log.append(freshStream(), 'noStream', newEvents(1), { person: one }),
          (round % 2 === 0 ? log : another).append(freshStream(), 'noStream', newEvents(1), { person: two }),
        ])
        const [winner, loser] = outcomes[0].status === 'fulfilled' ? [one, outcomes[1]] : [two, outcomes[0]]
        expect(loser).toMatchObject({ status: 'rejected', reason: { stored: { subjectId: winner.subjectId } } })
      }
    })

    it('a known person who has been erased is refused without a stored one', async () => {
      const { log } = under()
      const stream = freshStream()
      const person = { ...newPerson(), known: true }
      const refusal = await log.append(stream, 'noStream', newEvents(1), { person }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(PersonConflict)
      expect(refusal).toMatchObject({ stored: undefined })
      expect(await collect(log.read(stream))).toEqual([])
    })

    it('events about somebody who must still be known are appended while they are, and no longer', async () => {
      const { log } = under()
      const [stream, person] = [freshStream(), newPerson()]
      await log.append(stream, 'noStream', newEvents(1), { person })
      const events = newEvents(1)
      const about = { stillKnown: person.subjectId }
      expect(await log.append(stream, 0n, events, about)).toMatchObject({ revision: 1n, repeated: false })
      expect(await log.append(stream, 0n, events, about)).toMatchObject({ revision: 1n, repeated: true })
      const refusal = await log
        .append(stream, 1n, newEvents(1), { stillKnown: randomUUID() })
        .catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(PersonConflict)
      expect(refusal).toMatchObject({ stored: undefined })
      expect(await collect(log.read(stream))).toHaveLength(2)
      await expect(log.append(stream, 0n, newEvents(1), about)).rejects.toBeInstanceOf(WrongRevision)
    })

    it('one about somebody who is not known holds back nobody else’s, handed in together', async () => {
      const { log } = under()
      const person = newPerson()
      await log.append(freshStream(), 'noStream', newEvents(1), { person })
      const together = async (whom: readonly (string | undefined)[]) => {
        const outcomes = await Promise.allSettled(
          whom.map((stillKnown) => log.append(freshStream(), 'noStream', newEvents(1), { stillKnown })),
        )
        return outcomes.map(({ status }) => status)
      }
      expect(await together([person.subjectId, randomUUID(), undefined, person.subjectId])).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ])
      // Nor when nobody of whom they speak is known.
      expect(await together([undefined, randomUUID(), undefined])).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    })

    it('the same address is another person for another business', async () => {
      const { log } = under()
      const one = newPerson()
      const two = { ...newPerson(), emailHmac: one.emailHmac }
      const stream = freshStream()
      await log.append(stream, 'noStream', newEvents(1), { person: one })
      expect(await log.append(stream, 'any', newEvents(1), { person: two })).toMatchObject({ revision: 1n })
    })

    it('a file belongs to whom it was first used by', async () => {
      const { log } = under()
      const [owner, stranger, stream] = [newPerson(), newPerson(), freshStream()]
      const file = fileOf(owner)
      await log.append(freshStream(), 'noStream', newEvents(1), { person: owner, file })
      await log.append(freshStream(), 'noStream', newEvents(1), { person: { ...owner, known: true }, file })
      const theft = { person: stranger, file: { ...file, customerId: stranger.subjectId } }
      await expect(log.append(stream, 'noStream', newEvents(1), theft)).rejects.toBeInstanceOf(FileConflict)
      expect(await collect(log.read(stream))).toEqual([])
    })

    it('one refused person does not hold back those handed in with it', async () => {
      const { log } = under()
      const erased = { ...newPerson(), known: true }
      const people = [newPerson(), erased, newPerson(), newPerson()]
      const outcomes = await Promise.allSettled(
        people.map((person) => log.append(freshStream(), 'noStream', newEvents(1), { person, file: fileOf(person) })),
      )
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    })
  })
}

function newPerson(): PersonRow {
  return {
    kind: 'customer',
    subjectId: randomUUID(),
    businessId: randomUUID(),
    emailHmac: createHash('sha256').update(randomBytes(8)).digest('hex'),
    wrappedKey: randomBytes(60),
    known: false,
  }
}

function fileOf(person: PersonRow): FileRow {
  return {
    objectPath: `/objects/licences/${randomUUID()}`,
    businessId: person.businessId,
    customerId: person.subjectId,
  }
}
