/** What a member of a body, or a parameter, is. */
export interface Field {
  readonly about: string
  /** Left out where the schema shows one by itself. */
  readonly example?: string | number | boolean | readonly unknown[]
  /** What a text must be, where its schema checks it by hand. */
  readonly format?: 'date'
}
