import { loadAnew } from '../ui/error-boundary.tsx'

/** In place of a screen that did not arrive or failed. */
export function BrokenPage() {
  return (
    <main className="page-message">
      <h1>This page could not be shown</h1>
      <p>Part of it did not arrive, or something in it went wrong. What you have typed into a form is kept.</p>
      <p className="page-message-ways">
        <button type="button" onClick={loadAnew}>
          Try again
        </button>
        <a href="/">Go to Homepage</a>
      </p>
    </main>
  )
}
