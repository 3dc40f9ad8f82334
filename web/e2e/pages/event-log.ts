import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { openEventLog } from '../../../packages/event-log/open-event-log.ts'
import { EVERYTHING, type EventLog as Log, type Position } from '../../../packages/event-log/port.ts'

/** What the server has really done: its log of events, wherever that is. */
export class EventLog {
  readonly #log: Log

  private constructor(log: Log) {
    this.#log = log
  }

  /** @param dataFolder of an embedded run; that of these tests when it is left out */
  static async open(dataFolder = process.env.FORECOURT_E2E_OWN_DATA ?? ''): Promise<EventLog> {
    const { DATABASE_URL = '', EVENTSTORE_URL } = settingsOfRun(dataFolder)
    return new EventLog(await openEventLog({ databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL }))
  }

  /** Position of the last event. */
  position = (): Promise<Position> => this.#log.head()

  /** The types of the events that members have caused since, in their order. */
  async since(position: Position): Promise<string[]> {
    const types: string[] = []
    for await (const { type, metadata } of this.#log.readAll(position, EVERYTHING)) {
      if (metadata.actorKind === 'member') types.push(type)
    }
    return types
  }

  close = (): Promise<void> => this.#log.close()
}

/** The settings that an embedded run has left in its data folder. @param dataFolder as of {@link EventLog.open} */
export const settingsOfRun = (dataFolder = process.env.FORECOURT_E2E_OWN_DATA ?? '') =>
  parseEnv(readFileSync(join(dataFolder, 'environment'), 'utf8'))
