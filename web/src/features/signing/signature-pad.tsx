import { MOST_STROKES, SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type Strokes } from '@forecourt/contracts/contract.ts'
import { type PointerEvent, useRef } from 'react'
import styles from './signature-pad.module.css'
import { drawOn, pathOf, pointOn, type Stroke } from './strokes.ts'

interface Drawing {
  readonly pointer: number
  readonly stroke: Stroke
  /** Where the field stands: it is not measured again for each point. */
  readonly field: DOMRect
}

/**
 * A field to sign in with a finger, a pen or a mouse. The line under the hand is written into the page at once, past React;
 * it counts when the hand is lifted.
 */
export function SignaturePad({
  strokes,
  onChange,
  isInvalid,
}: {
  readonly strokes: Strokes
  readonly onChange: (strokes: Strokes) => void
  readonly isInvalid: boolean
}) {
  const drawing = useRef<Drawing>(undefined)
  const line = useRef<SVGPathElement>(null)
  const show = (stroke: Stroke) => line.current?.setAttribute('d', pathOf(stroke))

  const begin = (event: PointerEvent<SVGSVGElement>) => {
    // The hand that rests on the screen beside the pen signs nothing.
    if (drawing.current !== undefined || event.button !== 0 || strokes.length >= MOST_STROKES) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const field = event.currentTarget.getBoundingClientRect()
    drawing.current = { pointer: event.pointerId, stroke: [pointOn(field, event)], field }
    show(drawing.current.stroke)
  }
  const draw = ({ pointerId, nativeEvent }: PointerEvent) => {
    const { current } = drawing
    if (current?.pointer !== pointerId) return
    // A pen tells more points than there are pictures a second.
    const coalesced = nativeEvent.getCoalescedEvents?.() ?? []
    const touches = coalesced.length > 0 ? coalesced : [nativeEvent]
    for (const touch of touches) drawOn(current.stroke, pointOn(current.field, touch))
    show(current.stroke)
  }
  const end = ({ pointerId }: PointerEvent) => {
    const { current } = drawing
    if (current?.pointer !== pointerId) return
    drawing.current = undefined
    onChange([...strokes, current.stroke])
    show([])
  }
  return (
    <svg
      viewBox={`0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`}
      className={styles.pad}
      data-invalid={isInvalid || undefined}
      role="img"
      aria-label={strokes.length === 0 ? 'Field for the signature, empty' : 'Field for the signature, signed'}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <path className={styles.rule} d={`M60 ${SIGNATURE_HEIGHT - 90}H${SIGNATURE_WIDTH - 60}`} />
      {strokes.length === 0 && (
        <text className={styles.cross} x={60} y={SIGNATURE_HEIGHT - 110}>
          ×
        </text>
      )}
      {strokes.map((stroke, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
        <path key={place} className={styles.line} d={pathOf(stroke)} />
      ))}
      <path ref={line} className={styles.line} />
    </svg>
  )
}
