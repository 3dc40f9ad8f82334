import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'

/** What the server has really done: its log of events. */
export class EventLog {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** @param dataFolder of an embedded run; the run of these tests when it is left out */
  static async open(dataFolder = process.env.FORECOURT_E2E_DATA ?? ''): Promise<EventLog> {
    const { DATABASE_URL } = parseEnv(readFileSync(join(dataFolder, 'environment'), 'utf8'))
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    return new EventLog(client)
  }

  /** Position of the last event. */
  async position(): Promise<string> {
    const { rows } = await this.#client.query('select position from log.head')
    return String(rows[0]?.position)
  }

  /** The types of the events that members have caused since, in their order. */
  async since(position: string): Promise<string[]> {
    const { rows } = await this.#client.query(
      `select type from log.events where position > $1 and metadata->>'actorKind' = 'member' order by position`,
      [position],
    )
    return rows.map(({ type }) => String(type))
  }

  close = (): Promise<void> => this.#client.end()
}
