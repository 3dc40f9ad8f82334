/**
 * How wide a card's picture is shown, as `<img sizes>` says it: nearly the whole page's on a telephone, else that of a column of the
 * grid, which is 240 pixels at least and less than twice that and a gap.
 */
export const WIDTH_IN_GRID = '(max-width: 640px) calc(100vw - 4.5rem), 25rem'
