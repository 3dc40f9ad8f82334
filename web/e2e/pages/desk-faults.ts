import type { Page, Route } from '@playwright/test'

/** What a server in trouble answers, or does not. */
export interface Fault {
  readonly name: string
  readonly answer: (route: Route) => Promise<void>
  /** What staff read; undefined where the server said nothing in words and was heard: then the screen has its own. */
  readonly words?: string
  /** Nothing comes at all: the app has to give up by itself. */
  readonly isSilent?: boolean
}

const busy = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'unavailable',
  detail: 'The service is busy. Please try again in a moment.',
  message: 'The service is busy. Please try again in a moment.',
}
const UNREACHABLE = 'The server could not be reached. Check the connection and try again.'

export const faults: readonly Fault[] = [
  { name: '500', answer: (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }) },
  {
    name: '503',
    answer: (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(busy) }),
    words: busy.message,
  },
  {
    name: 'HTML instead of JSON',
    answer: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' }),
    words: UNREACHABLE,
  },
  {
    name: 'JSON that is cut off',
    answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '[{"id":"' }),
    words: UNREACHABLE,
  },
  { name: 'silence', answer: async () => {}, words: UNREACHABLE, isSilent: true },
]

/** How long the app waits for a server that is silent, in these tests: its own 20 s would be waited dozens of times. */
const PATIENCE = 5_000

/** A page that gives up on a silent server sooner. Call before it is opened. */
export async function withLessPatience(page: Page, { isSilent = false }: Fault): Promise<void> {
  if (!isSilent) return
  await page.addInitScript((patience) => {
    const within = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => {
      if (milliseconds <= patience) return within(milliseconds)
      const silence = new AbortController()
      // A page that stood still finds one piece of it over: what was answered meanwhile is not given up.
      const wait = (left: number): void => {
        if (left === 0) silence.abort(new DOMException('signal timed out', 'TimeoutError'))
        else setTimeout(wait, patience / 10, left - 1)
      }
      wait(10)
      return silence.signal
    }
  }, PATIENCE)
}

/** Plays the fault to an address; the answer ends it. */
export async function play(
  page: Page,
  address: string | RegExp,
  fault: Fault,
  method?: string,
): Promise<() => Promise<void>> {
  const answer = (route: Route) =>
    method === undefined || route.request().method() === method ? fault.answer(route) : route.fallback()
  await page.route(address, answer)
  return () => page.unroute(address, answer)
}
