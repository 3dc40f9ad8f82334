/** What the Fleet tab shows is in its address, so that other tabs can point at it and the way back closes it. */
export interface FleetPlace {
  readonly isTimeline: boolean
  /** A vehicle whose form is open, or `new`. */
  readonly vehicle?: string | undefined
  /** A vehicle whose maintenance is open. */
  readonly maintenance?: string | undefined
  /** Days that were chosen for it. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function fleetPlace(search: string): FleetPlace {
  const named = new URLSearchParams(search)
  const text = (name: string) => named.get(name) ?? undefined
  return {
    isTimeline: named.get('view') === 'timeline',
    vehicle: text('vehicle'),
    maintenance: text('maintenance'),
    from: text('from'),
    to: text('to'),
  }
}

export function fleetAddress({ isTimeline, ...named }: FleetPlace): string {
  const asked = new URLSearchParams({ tab: 'fleet' })
  if (isTimeline) asked.set('view', 'timeline')
  for (const [name, value] of Object.entries(named)) if (value !== undefined) asked.set(name, value)
  return `?${asked}`
}
