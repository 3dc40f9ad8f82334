import type { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export const WHOLE_FLEET = 'Whole fleet'

/** What a calendar is called among others. A vehicle that has left the fleet has no name here any more. */
export function nameOfFeed({ carId }: Pick<CalendarFeed, 'carId'>, cars: readonly Named[]): string {
  if (carId === null) return WHOLE_FLEET
  return cars.find(({ id }) => id === carId)?.name ?? 'Former vehicle'
}

/** What a calendar can still be made of; the whole fleet has an empty id. */
export function withoutFeed(feeds: readonly CalendarFeed[], cars: readonly Named[]): readonly Named[] {
  const taken = new Set(feeds.map(({ carId }) => carId ?? ''))
  return [{ id: '', name: WHOLE_FLEET }, ...cars].filter(({ id }) => !taken.has(id))
}
