import { useQuery } from '@tanstack/react-query'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { maintenance } from './api.ts'

/** The maintenance of the whole fleet, with what waits in the outbox done to it; undefined when it is not known. */
export function useMaintenance() {
  const { data, error, refetch } = useQuery(maintenance())
  return { blocks: useWithPending(maintenance().queryKey, data), error, refetch: () => void refetch() }
}
