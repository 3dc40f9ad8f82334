/** What is left of personal data whose key is gone. A value of its own, so that no reader can take it for data. */
export const ERASED: unique symbol = Symbol('erased')
export type Erased = typeof ERASED
