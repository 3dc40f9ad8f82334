import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const DEBIANS = '/usr/bin/chromium'
const DEBIANS_SHELL = '/usr/bin/chromium-headless-shell'

/** Path of the browser that the tests use: Debian's Chromium, or the one that Playwright installed; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [DEBIANS, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * Path of Chromium's engine without the browser round it, whose own menus and toolbars are pages that each tab of a test loads
 * as well: a third of all processor time. The whole browser where there is no other.
 */
export function findHeadlessShell(): string | undefined {
  return existsSync(DEBIANS_SHELL) ? DEBIANS_SHELL : findBrowser()
}
