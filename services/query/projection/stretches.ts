import { applyOne, PoisonEvent, type Projection, type Told } from './apply-batch.ts'
import type { ToldFact } from './facts.ts'
import { WorkingRows } from './working-rows.ts'

/**
 * Events whose rows are held in memory until they are written, and as many again while they are being written: more would
 * save little, and cost memory twice over.
 */
export const STRETCH = 12_000

/**
 * Writes a stretch's rows, and up to where these have come.
 * @param events how many made them
 * @returns false when somebody else writes there: nothing was written
 */
type Write<Place> = (rows: WorkingRows, from: Place, through: Place, events: number) => Promise<boolean>

/** Events that are folded onto rows stretch by stretch: while the database writes one, the next is folded. */
export class Stretches<Place> {
  readonly #projection: Projection
  readonly #write: Write<Place>
  #rows = new WorkingRows()
  #events = 0
  #begun: Place
  #through: Place
  #writing: Promise<boolean> = Promise.resolve(true)

  /** @param begun up to where the rows have come that are stored */
  constructor(projection: Projection, begun: Place, write: Write<Place>) {
    this.#projection = projection
    this.#begun = begun
    this.#through = begun
    this.#write = write
  }

  /** Those of the present stretch; what comes before it and is not stored yet is found behind them. */
  get rows(): WorkingRows {
    return this.#rows
  }

  /** How many events the present stretch has. */
  get events(): number {
    return this.#events
  }

  /** Up to where events were folded. */
  get through(): Place {
    return this.#through
  }

  /** @throws {PoisonEvent} one of them cannot be projected */
  fold(told: readonly Told[], through: Place): void {
    for (const item of told) {
      const reason = applyOne(this.#rows, item, this.#projection.onChange)
      if (reason !== undefined) throw new PoisonEvent(item.event, reason)
    }
    this.#events += told.length
    this.#through = through
  }

  /**
   * Ends the stretch, once what came before it is stored.
   * @param goesOn whether the next one may be about rows of this one
   * @returns false when somebody else writes here
   */
  async handOver(goesOn = true): Promise<boolean> {
    if (!(await this.#writing)) return false
    this.#writing = this.#write(this.#rows, this.#begun, this.#through, this.#events)
    // It may fail while the next stretch is folded; whoever hands that over hears of it.
    this.#writing.catch(() => {})
    this.#rows = new WorkingRows(goesOn ? this.#rows : undefined)
    this.#events = 0
    this.#begun = this.#through
    return true
  }

  /** Ends the last stretch, and waits until it is stored. @returns as `handOver` */
  async end(): Promise<boolean> {
    return (await this.handOver()) && (await this.#writing)
  }

  /** Waits until nothing is being written any more, whatever came of it. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => {})
  }
}

/** The facts among what was told. */
export const factsOf = (told: readonly Told[]): ToldFact[] =>
  told.flatMap((item) => ('fact' in item && item.fact !== undefined ? [item.fact] : []))
