// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave out what is not seen
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid one cell has the focus, not its rows
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { indexOf, type Kind, monthsIn, type Row, type Run, roomOf, type Span } from './model.ts'
import { DAY, heightOf, offsetsOf, type Seen } from './seen.ts'
import styles from './timeline.module.css'
import { TimelineBar } from './timeline-bar.tsx'
import { TimelineHead } from './timeline-head.tsx'
import { TimelineRow } from './timeline-row.tsx'
import { useChoice } from './use-choice.ts'
import { useCursor } from './use-cursor.ts'
import { useSeen } from './use-seen.ts'
import { useSteadyRows } from './use-steady-rows.ts'
import { monthInWords } from './words.ts'

/** Width of the names, in CSS pixels; and days before today that are seen at first. */
const NAMES = { narrow: 116, wide: 208 }
const BEFORE_TODAY = 2

/** Vehicles × days. Only what is seen is made, and a little more. */
export function TimelineGrid({
  vehicles,
  rows,
  hasTurnround,
  span,
  today,
  onSeen,
  onMaintenance,
  onBooking,
}: {
  readonly vehicles: readonly AdminVehicle[]
  readonly rows: readonly Row[]
  /** Whether days are kept free after hires. */
  readonly hasTurnround: boolean
  readonly span: Span
  readonly today: string
  readonly onSeen: (seen: Seen) => void
  readonly onMaintenance: (vehicle: string, days: Run | undefined) => void
  readonly onBooking: (id: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const names = useMedia('(max-width: 37.4375rem)') ? NAMES.narrow : NAMES.wide
  const now = indexOf(span, today)
  const months = useMemo(() => monthsIn(span), [span])
  const [sight, setSight] = useState<Run>({ from: now, to: now })
  const rooms = useMemo(() => rows.map((row) => roomOf(row, sight)), [rows, sight])
  const offsets = useMemo(() => offsetsOf(rooms.map(({ lanes }) => lanes)), [rooms])
  useSteadyRows(box, offsets)
  const look = useCallback(
    (next: Seen) => {
      setSight((before) => (before.from === next.sight.from && before.to === next.sight.to ? before : next.sight))
      onSeen(next)
    },
    [onSeen],
  )
  const { seen, month } = useSeen({ box, offsets, months, days: span.days, names }, look)

  const openDays = (row: number, days: Run | undefined) => {
    const vehicle = vehicles[row]
    if (vehicle !== undefined) onMaintenance(vehicle.id, days)
  }
  const openStretch = (row: number, id: string, kind: Kind) =>
    kind === 'maintenance' ? openDays(row, undefined) : onBooking(id)
  const openDay = (row: number, day: number, choice: Run | undefined) => {
    const there = rows[row]?.stretches.find(({ from, to }) => from <= day && day < to)
    if (choice === undefined && there !== undefined) openStretch(row, there.id, there.kind)
    else openDays(row, choice ?? (day < now ? undefined : { from: day, to: day + 1 }))
  }
  const { cursor, choice, cell, onKeyDown, place } = useCursor({ box, span, rows, offsets, names, now }, openDay)
  const dragging = useChoice({ box, rows, names, now, days: span.days }, openDays)

  const scrollToDay = (day: number) => box.current?.scrollTo({ left: day * DAY })
  const firstSight = (now - BEFORE_TODAY) * DAY
  useLayoutEffect(() => {
    box.current?.scrollTo({ left: firstSight })
  }, [firstSight])

  const onClick = ({ target, clientX }: MouseEvent) => {
    if (dragging.wasDragged.current || !(target instanceof Element)) return
    const row = Number(target.closest<HTMLElement>('[data-vehicle]')?.dataset.vehicle ?? Number.NaN)
    const id = target.closest<HTMLElement>('[data-stretch]')?.dataset.stretch
    const stretch = rows[row]?.stretches.find((one) => one.id === id)
    const tapped = dragging.freeUnder(target, clientX)
    if (stretch !== undefined) {
      place(row, stretch.from)
      openStretch(row, stretch.id, stretch.kind)
    } else if (target.closest('[data-name]') !== null) openDays(row, undefined)
    else if (tapped !== undefined) openDay(row, tapped.anchor, undefined)
  }

  const made = Array.from({ length: seen.lastRow - seen.firstRow }, (_, at) => seen.firstRow + at)
  // The row at which the keyboard is stays: with it the focus would be gone.
  if (!made.includes(cursor.row)) made.push(cursor.row)
  const leading = months[month]
  const size = {
    '--names': `${names}px`,
    '--days': span.days,
    height: `calc(var(--head-height) + ${offsets.at(-1)}px)`,
  }
  return (
    <>
      <TimelineBar
        month={leading === undefined ? '' : monthInWords(leading.id)}
        isFirst={month === 0}
        isLast={month === months.length - 1}
        hasTurnround={hasTurnround}
        onStep={(step) => scrollToDay(months[month + step]?.from ?? 0)}
        onToday={() => scrollToDay(now - BEFORE_TODAY)}
      />
      <div
        ref={box}
        role="grid"
        aria-label="Vehicles and days"
        aria-rowcount={vehicles.length + 1}
        aria-colcount={span.days + 1}
        className={styles.box}
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...dragging.handlers}
      >
        <div className={styles.canvas} style={size}>
          <TimelineHead span={span} months={months} firstDay={seen.firstDay} lastDay={seen.lastDay} today={now} />
          <div aria-hidden="true" className={styles.past} style={{ width: now * DAY }} />
          <div aria-hidden="true" className={styles.today} style={{ left: `calc(var(--names) + ${now * DAY}px)` }} />
          {made.map((at) => {
            const [vehicle, row, room] = [vehicles[at], rows[at], rooms[at]]
            if (vehicle === undefined || row === undefined || room === undefined) return null
            const isHere = at === cursor.row
            const dragged = dragging.choice?.row === at ? dragging.choice.run : undefined
            return (
              <TimelineRow
                key={vehicle.id}
                vehicle={vehicle}
                row={row}
                place={at}
                top={offsets[at] ?? 0}
                height={heightOf(room.lanes)}
                hidden={room.hidden}
                span={span}
                firstDay={seen.firstDay}
                lastDay={seen.lastDay}
                today={now}
                cursor={isHere ? cursor.day : undefined}
                choice={dragged ?? (isHere ? choice : undefined)}
                cell={cell}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}
