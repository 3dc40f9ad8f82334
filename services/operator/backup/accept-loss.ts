import type { Command } from '../cli/command.ts'
import { ASK_ANEW, filesMissing } from './files-known.ts'
import { inOneTransaction } from './in-one-transaction.ts'

/**
 * `forecourt accept-loss`: what the vault has lost of files is not coming back. Workers delete no file while it lacks rows that it
 * had (infra/migrations/020-files-known.sql), and only somebody who has looked for back-ups knows that there is none.
 */
export const acceptLoss: Command = {
  name: 'accept-loss',
  summary: 'have workers delete again what is nobody’s, though the vault has lost whose some files were',
  example: 'forecourt accept-loss',
  explained: [],
  options: {},
  async run(_given, { databaseUrl }) {
    const missing = await inOneTransaction(databaseUrl, async (client) => {
      const lost = await filesMissing(client)
      if (lost > 0) {
        await client.query(ASK_ANEW)
        await client.query('delete from reactions.files_known')
      }
      return lost
    })
    return {
      sentences:
        missing === 0
          ? ['The vault knows all files that it knew: there is nothing to accept.']
          : [
              `The vault has lost whose ${missing} files were. Those that the log speaks of are known again with the next sweep, as far as it can be read; all others are deleted.`,
            ],
      facts: { missing },
    }
  },
}
