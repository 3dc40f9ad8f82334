// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave out what is not seen
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid one cell has the focus, not its rows
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { memo, type Ref } from 'react'
import { statusName } from '../fleet/status-name.ts'
import { overlap, type Row, type Run, type Span, type Stretch } from './model.ts'
import { DAY } from './seen.ts'
import styles from './timeline.module.css'
import { choiceInWords, dayInWords, stretchInWords } from './words.ts'

/** A vehicle's days, as far as they are seen. Memoised: scrolling and choosing leave other rows alone. */
export const TimelineRow = memo(function TimelineRow({
  vehicle,
  row,
  place,
  top,
  height,
  hidden,
  span,
  firstDay,
  lastDay,
  today,
  cursor,
  choice,
  cell,
}: {
  readonly vehicle: AdminVehicle
  readonly row: Row
  /** Which row it is, from 0. */
  readonly place: number
  readonly top: number
  readonly height: number
  /** Requests that have no place. */
  readonly hidden: number
  readonly span: Span
  readonly firstDay: number
  readonly lastDay: number
  /** Which day is today: what is not for hire is so from then on. */
  readonly today: number
  /** The day at which the keyboard is, when it is in this row. */
  readonly cursor: number | undefined
  /** Days that are being chosen in this row. */
  readonly choice: Run | undefined
  readonly cell: Ref<HTMLDivElement>
}) {
  const { name, licensePlate, storedStatus } = vehicle
  // Set by hand and until further notice: no days say so.
  const isOutOfHire = storedStatus === 'maintenance' || storedStatus === 'unavailable'
  const isSeen = (run: Run) => overlap(run, { from: firstDay, to: lastDay })
  return (
    <div role="row" aria-rowindex={place + 2} className={styles.row} style={{ top, height }} data-vehicle={place}>
      <div role="rowheader" aria-colindex={1} className={styles.name} data-name>
        <span>{name}</span>
        <small>
          {isOutOfHire && <strong>{statusName[storedStatus]} </strong>}
          {licensePlate}
          {hidden > 0 && ` +${hidden} ${hidden === 1 ? 'request' : 'requests'}`}
        </small>
      </div>
      {isOutOfHire && <div aria-hidden="true" className={styles.outOfHire} style={{ left: leftOf(today) }} />}
      {row.turnround.filter(isSeen).map((run) => (
        <div
          key={`kept ${run.from}`}
          aria-hidden="true"
          className={`${styles.turnround} ${styles.kept}`}
          style={placeOf(run)}
        />
      ))}
      {row.stretches.filter(isSeen).map((stretch) => (
        <div
          key={stretch.id}
          role="gridcell"
          tabIndex={-1}
          aria-colindex={stretch.from + 2}
          aria-colspan={stretch.to - stretch.from}
          className={styles.stretch}
          data-kind={stretch.kind}
          data-stretch={stretch.id}
          style={placeOf(stretch, stretch.lane)}
          title={stretchInWords(stretch)}
        >
          <span className={styles.unseen}>{stretchInWords(stretch)}</span>
          <Who stretch={stretch} />
        </div>
      ))}
      {choice !== undefined && <div aria-hidden="true" className={styles.choice} style={placeOf(choice)} />}
      {cursor !== undefined && (
        <div
          // Another day is another cell, so that it is told of when the focus comes to it.
          key={`day ${cursor}`}
          ref={cell}
          role="gridcell"
          tabIndex={0}
          aria-colindex={cursor + 2}
          aria-selected={choice !== undefined}
          aria-label={`${name}, ${choice === undefined ? dayInWords(span, cursor, row) : choiceInWords(span, choice.from, choice.to)}`}
          className={styles.cursor}
          style={placeOf({ from: cursor, to: cursor + 1 })}
        />
      )}
    </div>
  )
})

/** Days that most names are longer than. */
const SHORT = 2

/** Whose it is: in the bar, or behind one that is too short for a name where there is room. */
function Who({ stretch: { name, from, to, beside, isCut } }: { readonly stretch: Stretch }) {
  const isBehind = to - from <= SHORT && beside >= SHORT && !isCut
  return (
    <span
      aria-hidden="true"
      className={isBehind ? styles.behind : styles.who}
      style={isBehind ? { maxWidth: beside * DAY } : undefined}
    >
      {name}
    </span>
  )
}

const leftOf = (day: number) => `calc(var(--names) + ${day * DAY}px)`

/** Where days are in a row, after the name. */
const placeOf = ({ from, to }: Run, lane?: number) => ({
  left: leftOf(from),
  width: (to - from) * DAY,
  ...(lane === undefined ? {} : { '--lane': lane }),
})
