/** What was counted and may turn out not to count. */
export interface Counted {
  /** Nothing was done for it: it counts nowhere. */
  giveBack(): Promise<void>
  /** It was refused: it counts as asked, by an address and of a business, and not as one of the business's bookings. */
  refused(): Promise<void>
}

/** What was counted in several places. */
export const both = (...costs: readonly Counted[]): Counted => ({
  async giveBack() {
    for (const cost of costs) await cost.giveBack()
  },
  async refused() {
    for (const cost of costs) await cost.refused()
  },
})
