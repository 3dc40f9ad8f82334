import { useTitle } from '../../lib/use-title.ts'

/** Any other path (specification section 2). */
export function NotFound() {
  useTitle('404 Page Not Found – Forecourt')
  return (
    <main className="page-message">
      <h1>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <p>
        <a href="/">Go to Homepage</a>
      </p>
    </main>
  )
}
