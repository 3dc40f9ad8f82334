/** Whose is what waits on a device: a member's at the desk of a business, or a renter's of one. No slug, and no id, has a colon. */

const DESK = 'desk:'
const RENTER = 'renter:'

/** A member's own, at a business's desk. */
export const deskOf = (userId: string, businessId: string) => `${DESK}${userId}:${businessId}`

/** Of the renters of a business, on this phone. @param slug the business's */
export const renterOf = (slug: string) => `${RENTER}${slug}`

export const isOfDesk = (owner: string): boolean => owner.startsWith(DESK)
export const isOfRenter = (owner: string): boolean => owner.startsWith(RENTER)
