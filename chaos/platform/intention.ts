/** Something is done on purpose, of which somebody else sees but what follows. */
export interface Intention {
  isMeant(): void
  /** Whether it has been, since this was asked last. */
  wasMeant(): boolean
}

export function intention(): Intention {
  let meant = false
  return {
    isMeant() {
      meant = true
    },
    wasMeant() {
      const was = meant
      meant = false
      return was
    },
  }
}
