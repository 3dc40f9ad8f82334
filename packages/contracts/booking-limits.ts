/** How long and how far ahead a booking may be (decisions: dates, time, money), and what is said of one that is not. */
export const LONGEST_DAYS = 365
export const YEARS_AHEAD = 10

export const tooLong = (longestDays: number) => `A booking is at most ${longestDays} days long.`
/** @param latest `YYYY-MM-DD` */
export const tooFarAhead = (latest: string) => `The pickup date cannot be after ${latest}.`
