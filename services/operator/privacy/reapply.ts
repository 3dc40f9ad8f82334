import { eraseCustomer } from '@forecourt/command/customers/erase.ts'
import { CUSTOMER_STREAMS } from '@forecourt/domain/streams.ts'
import { type Command, StoppedError } from '../cli/command.ts'
import { counted } from '../cli/counted.ts'
import { factOf } from '../history/entries.ts'

/** `forecourt privacy reapply`: a back-up of the keys brought back the keys of people who were erased since. */
export const reapply: Command = {
  name: 'privacy reapply',
  summary: 'after the vault was restored from a back-up: destroy again the keys of those whom the log says are erased',
  example: 'forecourt privacy reapply',
  explained: [],
  options: {},
  async run(_given, platform, progress) {
    const { core, pool, call } = platform
    const storage = platform.openStorage()
    let [erased, back, unread] = [0, 0, 0]
    const refused: string[] = []
    try {
      for await (const event of core.log.readAll('start', { prefixes: [CUSTOMER_STREAMS] })) {
        if (progress.signal.aborted) throw new StoppedError('stopped: what was destroyed by now stays so')
        const fact = factOf(event)
        // Whoever else is named further on does not wait for it.
        if (fact === undefined) unread += 1
        if (fact?.kind !== 'fact' || fact.type !== 'CustomerErased') continue
        erased += 1
        progress.report(erased)
        const { customerId, businessId, basis } = fact.data
        const { rowCount } = await pool.query('select from vault.people where subject_id = $1', [customerId])
        if (rowCount === 0) continue
        // Whoever is erased already is answered as the first time, and what is left of them is destroyed.
        const done = await eraseCustomer({ core, pool, storage }, call, { customerId, businessId, basis })
        if (done.ok) back += 1
        else
          refused.push(
            `The key of ${customerId} is there and was not destroyed: the platform says ${done.refusal.code}.`,
          )
      }
    } finally {
      storage.close()
    }
    return {
      sentences: [
        `Erased so far: ${counted(erased, 'customer')}. Keys that were there again, and are destroyed: ${back}.`,
        ...refused,
        ...(unread === 0
          ? []
          : [
              `${counted(unread, 'event')} of customers cannot be read: whether one of those says so is not known (see "forecourt verify").`,
            ]),
      ],
      facts: { erased, back, refused: refused.length, unread },
      amiss: refused.length > 0 || unread > 0,
    }
  },
}
