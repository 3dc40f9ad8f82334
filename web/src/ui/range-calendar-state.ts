import { type CalendarDate, GregorianCalendar, parseDate } from '@internationalized/date'
import { useState } from 'react'
import { type RangeCalendarState, useRangeCalendarState } from 'react-stately/useRangeCalendarState'
import { whenReleased } from './when-released.ts'

/** The days from a pickup to a drop-off. */
export interface DayRange {
  /** `YYYY-MM-DD`. */
  readonly start: string
  readonly end: string
}

/** What is chosen, by whoever holds it, and what can be. Days are `YYYY-MM-DD`. */
export interface DayRangeOptions {
  readonly value: DayRange | undefined
  /** The first day of a range whose last one is still to be chosen. */
  readonly begun: string | undefined
  /** A first day is chosen, or, with none, given up. */
  readonly onBegin: (start: string | undefined) => void
  readonly onChange: (range: DayRange) => void
  /** Its month is shown first. */
  readonly today: string
  /** The first day that can be chosen. */
  readonly min: string
  readonly isTaken: (day: string) => boolean
  /** Whether a range can begin on a day. */
  readonly canBegin: (day: string) => boolean
  /** Whether a range that begins on one day can end on another. */
  readonly canEnd: (start: string, day: string) => boolean
}

/**
 * React Aria's state of a calendar, but the first day is not its secret: it is said at once, comes from outside as well, and
 * stays until there is a last one. Meanwhile every month can be turned to, and a day that cannot be the last one begins anew.
 */
export function useDayRangeState(options: DayRangeOptions): RangeCalendarState {
  const { value, begun, onBegin, onChange, today, min, isTaken, canBegin, canEnd } = options
  const start = value?.start ?? begun
  const [focused, setFocused] = useState(() => parseDate(start ?? today))
  const [shown, setShown] = useState(start)
  // Days that were not chosen here, but typed: their month is turned to.
  if (start !== shown) {
    setShown(start)
    if (start !== undefined) setFocused(parseDate(start))
  }

  const isUnavailable = (day: string, first: string | undefined) => {
    if (day === value?.start || day === value?.end || day === begun) return isTaken(day)
    return !canBegin(day) && (first === undefined || !canEnd(first, day))
  }
  const state = useRangeCalendarState({
    locale: 'en-GB',
    createCalendar: () => new GregorianCalendar(),
    value: value === undefined ? null : { start: parseDate(value.start), end: parseDate(value.end) },
    focusedValue: focused,
    onFocusChange: setFocused,
    minValue: parseDate(min),
    isDateUnavailable: (day, first) => isUnavailable(day.toString(), first?.toString() ?? begun),
    // Else the months beyond the next booking could not be turned to.
    allowsNonContiguousRanges: true,
  })
  /** A day that a pointer holds: one that it has just pressed, or the end of a range whose other end it drags. */
  const held = state.anchorDate?.toString()
  const anchor = held ?? begun

  /** What is said of a choice moves the page: whatever is being pressed is pressed to the end first. */
  const release = (act: () => void) =>
    whenReleased(() => {
      state.setAnchorDate(null)
      act()
    })
  const begin = (day: string) => {
    state.setAnchorDate(parseDate(day))
    release(() => {
      setShown(day)
      onBegin(day)
    })
  }
  const end = (from: string, to: string) =>
    release(() => {
      setShown(from)
      onChange({ start: from, end: to })
    })
  const selectDate = (date: CalendarDate) => {
    const day = date.toString()
    if (day < min || isUnavailable(day, anchor)) return
    if (anchor !== undefined && (day === anchor || canEnd(anchor, day))) end(anchor, day)
    // Only who drags goes backwards: of two days tapped one after the other, the first one is the pickup.
    else if (held !== undefined && canEnd(day, held)) end(day, held)
    else if (canBegin(day)) begin(day)
  }
  const anchorDate = anchor === undefined ? null : parseDate(anchor)
  const highlightedRange = anchorDate === null ? state.highlightedRange : highlight(anchorDate)
  function highlight(from: CalendarDate) {
    const [first, other] = [from.toString(), state.focusedDate.toString()]
    if (canEnd(first, other)) return { start: from, end: state.focusedDate }
    if (held !== undefined && canEnd(other, first)) return { start: state.focusedDate, end: from }
    return { start: from, end: from }
  }

  return {
    ...state,
    anchorDate,
    highlightedRange,
    selectDate,
    selectFocusedDate: () => selectDate(state.focusedDate),
    setAnchorDate: (date) => {
      if (date === null) {
        // Escape
        state.setAnchorDate(null)
        if (begun !== undefined) onBegin(undefined)
      } else if (held === undefined) {
        state.setAnchorDate(date)
        release(() => {})
      } else if (canBegin(date.toString())) begin(date.toString())
    },
    // Whoever leaves the calendar has not chosen the day that happened to have the focus.
    commitSelection: () => {},
    highlightDate: (date) => {
      if (anchor !== undefined) state.setFocusedDate(date)
    },
    isSelected: (date) =>
      highlightedRange !== null &&
      date.compare(highlightedRange.start) >= 0 &&
      date.compare(highlightedRange.end) <= 0 &&
      !state.isCellDisabled(date) &&
      !state.isCellUnavailable(date),
  }
}
