import { createPgDriverFactory } from '@slonik/pg-driver'
import { BackendTerminatedError, type DriverFactory } from 'slonik'
import { afterStandstill } from './after-standstill.ts'
import { TooLate, within } from './within.ts'

/**
 * Slonik's driver, with an end to waiting. The server's own timeout does not help when the server has gone silent, and
 * slonik has none of its own: its callers would wait until TCP gives up, some quarter of an hour.
 * @param patience for the answer to one statement, in milliseconds; then its connection is closed
 * @param connectTimeout after which slonik gives a connection up, in milliseconds
 */
export function impatientDriver(patience: number, connectTimeout: number): DriverFactory {
  const createDriver = createPgDriverFactory()
  return async (options) => {
    const driver = await createDriver(options)
    return {
      async createClient() {
        const client = await afterStandstill(connectTimeout, () => driver.createClient())
        // Slonik stops listening to one that does not end in time, and what it hears afterwards would end the process.
        client.on('error', () => {})
        // The server may end a connection in the breath in which it lets it in. Slonik would find that out where nobody hears of it,
        // which ends the process, and whoever waits for the connection would wait for ever.
        if (client.state() !== 'IDLE') throw new BackendTerminatedError(new Error('Connection terminated'))
        return {
          ...client,
          async query(...asked) {
            try {
              return await within(patience, client.query(...asked))
            } catch (error) {
              if (!(error instanceof TooLate)) throw error
              client.destroy().catch(() => {}) // it is of no more use, whatever becomes of it
              // By this error slonik knows that there is nobody to send a ROLLBACK to.
              throw new BackendTerminatedError(error)
            }
          },
        }
      },
    }
  }
}
