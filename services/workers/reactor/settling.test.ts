import { sql } from 'slonik'
import { expect, it } from 'vitest'
import { dueForDays, mailsDue } from '../testing/ledger.ts'
import { openQueue } from '../testing/open-queue.ts'
import { createSettling } from './settling.ts'

it('what is done is written down together, at the latest when the workers close', async () => {
  const { database, log } = await openQueue()
  const due = await dueForDays(database, 1, { count: 5 })
  const settling = createSettling(database, log)
  for (const id of due) settling.settled(id)
  await settling.close()
  expect(await mailsDue(database, sql.fragment`settled`)).toBe(5)
  // Rows that one transaction wrote.
  const writers = await database.anyFirst(sql.unsafe`select distinct xmin::text from reactions.due where settled`)
  expect(writers).toHaveLength(1)
})

it('what cannot be written down stands in nobody’s way', async () => {
  const { database, log } = await openQueue()
  const [due = ''] = await dueForDays(database, 1)
  const settling = createSettling(database, log)
  settling.settled('no id at all')
  await settling.close()
  const later = createSettling(database, log)
  later.settled(due)
  await expect.poll(() => mailsDue(database, sql.fragment`settled`)).toBe(1)
  await later.close()
})
