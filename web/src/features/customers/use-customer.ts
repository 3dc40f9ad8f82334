import type { Customer } from '@forecourt/contracts/customer.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { union } from '../../lib/union.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { customers, foundCustomers, NEWEST } from './api.ts'

/**
 * One customer, with what waits in the outbox done to them: from the newest ones, which are on the device; one who came
 * before them is asked for by address. Undefined while they are not known, or when they were erased.
 */
export function useCustomer(id: string, email: string | null): Customer | undefined {
  const newest = useQuery(customers())
  const isAmong = newest.data?.some((customer) => customer.id === id) === true
  const isOlder = newest.data !== undefined && !isAmong && newest.data.length >= NEWEST
  const found = useQuery({ ...foundCustomers(email ?? ''), enabled: isOlder && email !== null })
  const known = useMemo(() => union(newest.data ?? [], found.data ?? []), [newest.data, found.data])
  return useWithPending(customers().queryKey, known).find((customer) => customer.id === id)
}
