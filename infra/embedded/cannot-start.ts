/**
 * Why the product cannot run here and what to do about it: one sentence for the person at the terminal, shown without a
 * stack trace. Everything else that is thrown while starting is a bug and shows its stack.
 */
export class CannotStart extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotStart'
  }
}
