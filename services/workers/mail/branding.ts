/** Colours of the business: the bar above the letter and the button. */
export interface Branding {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string
}
