/** How long, how far ahead and how far back at the desk a booking may be (decisions: dates), and what is said of one that is not. */
export const LONGEST_DAYS = 365
export const YEARS_AHEAD = 10
/** Staff may enter a pickup so many days back: a walk-in that is written up later. */
export const DESK_DAYS_BACK = 30

export const tooLong = (longestDays: number) => `A booking is at most ${longestDays} days long.`
/** @param latest in words: "Sat 22 Nov 2036" */
export const tooFarAhead = (latest: string) => `The pickup date cannot be after ${latest}.`
