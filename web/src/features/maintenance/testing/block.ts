import type { Maintenance } from '@forecourt/contracts/maintenance.ts'

const block: Maintenance = {
  id: 'works',
  carId: 'fiesta',
  from: '2026-12-14',
  to: '2026-12-16',
  kind: 'service',
  note: null,
  requests: [],
  createdAt: '2026-11-21T08:00:00Z',
  updatedAt: '2026-11-21T08:00:00Z',
}

/** Work on the Fiesta, with whatever a test cares about. */
export const aBlock = (change: Partial<Maintenance> = {}): Maintenance => ({ ...block, ...change })
