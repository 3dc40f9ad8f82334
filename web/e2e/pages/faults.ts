import type { Page, Route } from '@playwright/test'

/** What a server does that is slow, failing, half-dead or lying, by name. */
export const faults: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'is not reached': (route) => route.abort(),
  'answers 500 with a page': (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oh dear</h1>' }),
  'answers 503': (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: '' }),
  'answers a page instead of JSON': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi sign-in</title>' }),
  'answers half of the JSON': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"name":"Har' }),
  'answers other JSON': (route) => route.fulfill({ status: 200, json: { nothing: 'of the kind' } }),
}

/** Lets calls of this kind go wrong until what is returned is called; everything else gets through. */
export async function failing(
  page: Page,
  method: string,
  address: string | RegExp,
  fault: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const spoil = (route: Route) => (route.request().method() === method ? fault(route) : route.fallback())
  await page.route(address, spoil)
  return () => page.unroute(address, spoil)
}
