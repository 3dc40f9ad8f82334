import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { Landing } from './app/routes/landing.tsx'

/** The landing page as markup: the same tree as the router's, so that the script finds what it would have made. */
export const landingMarkup = () =>
  renderToString(
    <Suspense>
      <Landing />
    </Suspense>,
  )
