import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const DEBIANS = '/usr/bin/chromium'
const DEBIANS_SHELL = '/usr/bin/chromium-headless-shell'

/** Path of the browser that the tests use: Debian's Chromium, or the one that Playwright installed; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [DEBIANS, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * Path of what shows pages to the tests: Chromium's engine without the browser round it, whose own menus and toolbars are pages
 * that each tab of a test loads as well, a third of all processor time. The whole browser where there is no other.
 */
export function findBrowserForPages(): string | undefined {
  return existsSync(DEBIANS_SHELL) ? DEBIANS_SHELL : findBrowser()
}

/** Whether the tests go by Debian's whole browser for want of its engine alone. */
export const lacksShell = (): boolean => existsSync(DEBIANS) && !existsSync(DEBIANS_SHELL)
