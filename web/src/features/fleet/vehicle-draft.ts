import * as z from 'zod/mini'
import { useOutbox, usePending } from '../../offline/outbox/outbox-context.tsx'
import { useTyped } from '../../offline/typed.ts'
import { Edit, editVehicle } from './actions.ts'
import { typedFor, VehicleDraft } from './model.ts'

const Kept = z.object({
  typed: VehicleDraft,
  /** The vehicle as it was saved when that was begun. */
  from: VehicleDraft,
  /** The last sending of a new vehicle: sent again unchanged it carries the same key, so that it makes one vehicle. */
  attempt: z.optional(z.object({ body: z.string(), key: z.string() })),
})
export type Kept = Readonly<z.infer<typeof Kept>>

/** In the place of an id: the vehicle that is to be added. */
const NEW = 'new'

/**
 * What somebody has typed over a vehicle and the server has not taken: what was left unsaved, or what was refused when it was
 * sent. `keep` keeps it while it is typed, and resolves when the device has it; `forget` drops both.
 */
export function useVehicleDraft(id: string = NEW) {
  const { drop } = useOutbox()
  const { draft, keep } = useTyped('vehicle', id, Kept)
  const refused = usePending().flatMap((action) => {
    const args = z.safeParse(Edit, action.args).data
    const isRefused = action.name === editVehicle.name && action.state === 'refused' && args?.id === id
    return isRefused ? [{ action, args }] : []
  })
  const last = refused.at(-1)
  const sent: Kept | undefined = last && {
    typed: typedFor(last.args.vehicle),
    from: typedFor(last.args.from ?? last.args.vehicle),
  }
  return {
    kept: draft ?? sent,
    /** Why the server has not taken it. */
    refusal: last?.action.refusal,
    keep,
    forget: async () => {
      void keep(undefined)
      for (const { action } of refused) await drop(action.id)
    },
  }
}
