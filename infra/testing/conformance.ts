let faults: string[] = []
let areStubs = false

/** What was wrong with answers since the last time. */
export function takeFaults(): string[] {
  const taken = faults
  faults = []
  return taken
}

/** For tests of gateways, behind which stand-ins of our services answer what they like. */
export function answersAreStubs(): void {
  areStubs = true
}

/** Where calls are: below `/api` and `/objects`, and what the apps of a business are installed by. */
const CALLED = /^\/(?:api|objects)(?:\/|$)|^\/[^/]+\/(?:portal|admin)\/(?:manifest\.webmanifest|icon\.png)$/

/** Compares every answer to a call that this process fetches with the table of calls. */
export function checkEveryAnswer(): void {
  const plainFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await plainFetch(input, init)
    const { pathname, search } = new URL(response.url)
    if (!areStubs && CALLED.test(pathname)) {
      const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
      await check(method.toUpperCase(), pathname + search, response)
    }
    return response
  }
}

/** Bodies that can be read to their end beside the test, which reads them too. */
const WHOLE = /^(?:application\/(?:(?:problem|manifest)\+)?json|text\/(?!event-stream))/

async function check(method: string, path: string, response: Response): Promise<void> {
  // Loaded only where it is needed: most tests fetch nothing.
  const { faultsOf } = await import('@forecourt/contracts/testing/conformance.ts')
  const { status, headers } = response
  const isWhole = WHOLE.test(headers.get('content-type') ?? '')
  // An answer that breaks off, or whose caller does, is judged by its head.
  const text = isWhole
    ? await response
        .clone()
        .text()
        .catch(() => undefined)
    : undefined
  faults.push(...faultsOf({ method, path, status, headers, text }))
}
