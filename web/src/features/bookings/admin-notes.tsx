import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { markUnsaved } from '../../offline/unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { bookings, changeBooking } from './api.ts'
import styles from './booking-details.module.css'

/** Notes that only staff see. What could not be saved stays in the field. */
export function AdminNotes({ id, saved }: { readonly id: string; readonly saved: string }) {
  const queries = useQueryClient()
  const [notes, setNotes] = useState(saved)
  const unsaved = notes !== saved
  useEffect(() => {
    markUnsaved('admin-notes', unsaved)
    return () => markUnsaved('admin-notes', false)
  }, [unsaved])

  const { mutate: save, isPending } = useMutation({
    mutationFn: () => changeBooking({ id, change: { adminNotes: notes } }),
    onSuccess: () => {
      toast('Admin notes saved successfully')
      return queries.invalidateQueries({ queryKey: bookings().queryKey })
    },
    onError: (error) => failureToast('Failed to save admin notes', inWords(error, 'Please try again.')),
  })
  return (
    <div className={styles.save}>
      <TextField label="Admin Notes" rows={3} value={notes} onChange={setNotes} />
      <Button isDisabled={!unsaved || isPending} onPress={() => save()}>
        {isPending ? 'Saving…' : 'Save Notes'}
      </Button>
    </div>
  )
}
