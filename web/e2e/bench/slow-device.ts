import type { Page } from '@playwright/test'

/** The telephone of Lighthouse's mobile test: its screen, a quarter of this processor, and its "slow 4G". */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
/** The desk's tablet, upright on its stand. */
export const TABLET = { viewport: { width: 1024, height: 768 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

/** How many times slower the processor is. */
export const SLOWER = 4

export interface Network {
  /** Milliseconds from a request to the first byte of its answer. */
  readonly roundTrip: number
  /** Megabits a second. */
  readonly down: number
  readonly up: number
}

export const SLOW_4G: Network = { roundTrip: 150, down: 1.6, up: 0.75 }

/** Makes this page's device slower; the network stays as it is unless one is given. */
export async function slowDown(page: Page, { cpu, network }: { readonly cpu: number; readonly network?: Network }) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (network === undefined) return
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.roundTrip,
    downloadThroughput: bytesPerSecond(network.down),
    uploadThroughput: bytesPerSecond(network.up),
  })
}

const bytesPerSecond = (megabits: number) => (megabits * 1_000_000) / 8
