import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { ApiError, inWords, mayPass } from '../../lib/api.ts'
import { useShown } from '../../offline/outbox/use-shown.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { wayTo } from '../bookings/way-to.ts'
import { removeVehicle, vehicles } from './api.ts'
import styles from './vehicle-dialog.module.css'

const FAILED = 'Failed to delete vehicle'
const ACTION = 'Please try again.'

/**
 * Asks before a vehicle leaves the fleet: that cannot be undone. Its past bookings keep its name. Why it was not deleted stands
 * there until somebody has read it.
 */
export function RemoveVehicle({ vehicle, onClose }: { readonly vehicle: AdminVehicle; readonly onClose: () => void }) {
  const show = useShown()
  // One key for this question, so that an answer that was lost does not make a second removal of it.
  const [key] = useState(() => crypto.randomUUID())
  const {
    mutate: remove,
    error,
    isPending,
  } = useMutation({
    mutationFn: () => removeVehicle(vehicle.id, key),
    onSuccess: async () => {
      // The question goes before the card: while it is there, nothing behind it takes the focus.
      flushSync(onClose)
      toast('Vehicle deleted successfully')
      await show(vehicles(), (list) => list.filter(({ id }) => id !== vehicle.id))
    },
    onError: (failure) => failureToast(FAILED, inWords(failure, ACTION)),
  })
  const back = useRef<HTMLButtonElement>(null)
  // What was pressed may be gone.
  useEffect(() => {
    if (error !== null) back.current?.focus()
  }, [error])
  const inTheWay = error instanceof ApiError ? (error.problem?.bookings ?? []) : []
  return (
    <Dialog title={error === null ? 'Delete Vehicle' : FAILED} onClose={onClose} isAlert>
      {error === null ? (
        <p>{`${vehicle.name} leaves your fleet and your portal. Its past bookings stay. This cannot be undone.`}</p>
      ) : (
        <p role="alert" className={styles.trouble}>
          {inWords(error, ACTION)}
        </p>
      )}
      {inTheWay.length > 0 && (
        <ul className={styles.ways} aria-label="Bookings in the way">
          {inTheWay.map(wayTo).map(({ words, address }) => (
            <li key={address}>
              <Link href={address}>{words}</Link>
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button ref={back} autoFocus onPress={onClose}>
          {error === null ? 'Keep it' : 'Close'}
        </Button>
        {(error === null || mayPass(error)) && (
          <Button variant="danger" onPress={() => (isPending ? undefined : remove())}>
            {error === null ? 'Delete Vehicle' : 'Try again'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
