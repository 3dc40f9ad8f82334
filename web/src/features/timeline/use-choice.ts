import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { chosen, freeRound, type Row, type Run } from './model.ts'
import { DAY } from './seen.ts'

/** A finger that rests so long on a free day chooses; one that moves scrolls. Milliseconds. */
const REST = 350
/** So far a resting finger may stray, and so near to the edge a drag scrolls on; CSS pixels. */
const STRAY = 8
const EDGE = 36

interface Ground {
  readonly box: RefObject<HTMLElement | null>
  readonly rows: readonly Row[]
  readonly names: number
  readonly now: number
  readonly days: number
}

interface Drag {
  readonly row: number
  readonly anchor: number
  readonly free: Run
  readonly x: number
  readonly hasBegun: boolean
}

/** Choosing free days by dragging over them: with a mouse or a pen at once, with a finger once it has rested. */
export function useChoice({ box, rows, names, now, days }: Ground, onChosen: (row: number, choice: Run) => void) {
  const [choice, setChoice] = useState<{ readonly row: number; readonly run: Run }>()
  const drag = useRef<Drag>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The click that ends a drag is none. */
  const wasDragged = useRef(false)

  // The browser would scroll under a finger that chooses, or open its menu.
  useEffect(() => {
    const element = box.current
    const hold = (event: Event) => drag.current?.hasBegun && event.preventDefault()
    element?.addEventListener('touchmove', hold, { passive: false })
    element?.addEventListener('contextmenu', hold)
    return () => {
      clearTimeout(timer.current)
      element?.removeEventListener('touchmove', hold)
      element?.removeEventListener('contextmenu', hold)
    }
  }, [box])

  const dayUnder = (x: number): number => {
    const element = box.current
    if (element === null) return 0
    return Math.floor((x - element.getBoundingClientRect().left - names + element.scrollLeft) / DAY)
  }
  const begin = (start: Omit<Drag, 'hasBegun'>, pointerId: number) => {
    drag.current = { ...start, hasBegun: true }
    box.current?.setPointerCapture(pointerId)
    setChoice({ row: start.row, run: chosen(start.anchor, start.anchor, start.free) })
  }
  const end = () => {
    clearTimeout(timer.current)
    drag.current = undefined
    setChoice(undefined)
  }
  /** The free day under a pointer. */
  const freeUnder = (target: EventTarget | null, x: number) => {
    if (!(target instanceof Element) || target.closest('[data-stretch], [data-name]') !== null) return undefined
    const row = Number(target.closest<HTMLElement>('[data-vehicle]')?.dataset.vehicle ?? Number.NaN)
    const anchor = dayUnder(x)
    const free = freeRound(anchor, rows[row]?.stretches ?? [], now, days)
    return Number.isNaN(row) || free === undefined ? undefined : { row, anchor, free, x }
  }

  return {
    choice,
    freeUnder,
    wasDragged,
    handlers: {
      onPointerDown: ({ button, target, clientX, pointerId, pointerType }: PointerEvent) => {
        wasDragged.current = false
        const start = button === 0 ? freeUnder(target, clientX) : undefined
        if (start === undefined) return
        if (pointerType !== 'touch') {
          begin(start, pointerId)
          return
        }
        drag.current = { ...start, hasBegun: false }
        timer.current = setTimeout(() => begin(start, pointerId), REST)
      },
      onPointerMove: ({ clientX }: PointerEvent) => {
        const begun = drag.current
        if (begun === undefined) return
        if (!begun.hasBegun) {
          if (Math.abs(clientX - begun.x) > STRAY) end()
          return
        }
        const element = box.current
        const edges = element?.getBoundingClientRect()
        if (element !== null && edges !== undefined) {
          if (clientX > edges.right - EDGE) element.scrollLeft += DAY / 2
          if (clientX < edges.left + names + EDGE) element.scrollLeft -= DAY / 2
        }
        setChoice({ row: begun.row, run: chosen(begun.anchor, dayUnder(clientX), begun.free) })
      },
      onPointerUp: () => {
        const ended = choice
        wasDragged.current = drag.current?.hasBegun === true
        end()
        if (ended !== undefined) onChosen(ended.row, ended.run)
      },
      onPointerCancel: end,
    },
  }
}
