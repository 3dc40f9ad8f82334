import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { removeVehicle, vehicles } from './api.ts'

/** Asks before a vehicle leaves the fleet: that cannot be undone. Its past bookings keep its name. */
export function RemoveVehicle({ vehicle, onClose }: { readonly vehicle: AdminVehicle; readonly onClose: () => void }) {
  const queries = useQueryClient()
  // One key for this question, so that an answer that was lost does not make a second removal of it.
  const [key] = useState(() => crypto.randomUUID())
  const { mutate: remove } = useMutation({
    mutationFn: () => removeVehicle(vehicle.id, key),
    onSuccess: async () => {
      queries.setQueryData(vehicles().queryKey, (list) => list?.filter(({ id }) => id !== vehicle.id))
      toast('Vehicle deleted successfully')
      await queries.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => failureToast('Failed to delete vehicle', inWords(error, 'Please try again.')),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title="Delete Vehicle"
      question={`${vehicle.name} leaves your fleet and your portal. Its past bookings stay. This cannot be undone.`}
      confirm="Delete Vehicle"
      back="Keep it"
      onBack={onClose}
      onConfirm={() => remove()}
    />
  )
}
