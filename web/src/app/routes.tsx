import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { late } from '../ui/late.tsx'
import { Loading } from '../ui/loading.tsx'
import { BrokenPage } from './broken-page.tsx'
import { NotFound } from './routes/not-found.tsx'

/** Each app is loaded by itself: nothing of the dashboard is in the portal's graph. */
const Landing = lazy(async () => ({ default: (await import('./routes/landing.tsx')).Landing }))
const Portal = late(async () => {
  const { Portal: Screen, whatItShows } = await import('./routes/portal.tsx')
  await whatItShows(window.location.pathname)
  return Screen
})
const Renter = lazy(async () => ({ default: (await import('./routes/renter.tsx')).Renter }))
const SignIn = late(async () => (await import('./routes/sign-in.tsx')).SignIn)
const Reset = late(async () => (await import('./routes/reset.tsx')).Reset)
const Admin = late(async () => {
  const { Admin: Screen, whoIsThere } = await import('./routes/admin.tsx')
  await whoIsThere()
  return Screen
})

/** Begins to load what an address shows; resolves when it is there, or will not come. */
export async function beginScreen(path: string): Promise<void> {
  const screen = /^\/[^/]+\/(portal|admin\/login|admin\/reset|admin)$/.exec(path)?.[1]
  if (screen === 'portal') await Portal.begin()
  if (screen === 'admin') await Admin.begin()
  if (screen === 'admin/login') await SignIn.begin()
  if (screen === 'admin/reset') await Reset.begin()
}

/** The routes of the specification's section 2, and where a mailed link to choose a password leads. */
export function Routes() {
  return (
    <ErrorBoundary instead={<BrokenPage />}>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/" component={Landing} />
          <Route path="/admin">
            <Redirect to="/" replace />
          </Route>
          <Route path="/customer">
            <Redirect to="/" replace />
          </Route>
          <Route path="/:slug/portal">{({ slug }) => <Portal slug={slug} />}</Route>
          <Route path="/:slug/booking/:token">
            {({ slug, token }) => <Renter key={token} slug={slug} token={token} />}
          </Route>
          <Route path="/:slug/admin/login">{({ slug }) => <SignIn slug={slug} />}</Route>
          <Route path="/:slug/admin/reset">{({ slug }) => <Reset slug={slug} />}</Route>
          <Route path="/:slug/admin">{({ slug }) => <Admin slug={slug} />}</Route>
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
