import { expect, type Page, type Request } from '@playwright/test'

/** A call that leaves the page whose answer never arrives. */
export interface Lost {
  /** The call, as soon as it leaves. */
  readonly left: Promise<Request>
  /** The server has got it all the same. What is sent from then on is answered. */
  readonly arrive: () => Promise<void>
}

/** Loses the answer of such calls. */
export async function loseAnswer(page: Page, address: string): Promise<Lost> {
  const { promise: left, resolve } = Promise.withResolvers<Request>()
  await page.route(address, async (route) => {
    if (route.request().method() === 'POST') resolve(route.request())
    else await route.fallback()
  })
  return {
    left,
    arrive: async () => {
      await page.unroute(address)
      const request = await left
      const headers = { ...request.headers(), 'Sec-Fetch-Site': 'same-origin' }
      const answer = await page.request.fetch(request, { headers })
      expect(answer.status()).toBe(201)
    },
  }
}
