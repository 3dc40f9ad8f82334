/**
 * Dates and numbers as they are written in Britain. A formatter is made when it is first used: a browser takes 25 ms for its
 * first one, a slow telephone 100, and a page that shows no date need not wait for that.
 */
function onFirstUse<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Writes instants, in milliseconds, by `Intl.DateTimeFormat`. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = onFirstUse(() => new Intl.DateTimeFormat('en-GB', options))
  return (at) => format().format(at)
}

/** Writes numbers by `Intl.NumberFormat`. */
export function numberFormat(options: Intl.NumberFormatOptions): (amount: number) => string {
  const format = onFirstUse(() => new Intl.NumberFormat('en-GB', options))
  return (amount) => format().format(amount)
}
