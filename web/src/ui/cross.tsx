/** The sign on a button that puts something away; the button's own name says what. */
export function Cross() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  )
}
