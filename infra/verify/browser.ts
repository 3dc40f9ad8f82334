import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const DEBIANS = '/usr/bin/chromium'

/** Path of the browser that the tests use: Debian's Chromium, or the one that Playwright installed; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [DEBIANS, chromium.executablePath()].find((path) => existsSync(path))
}
