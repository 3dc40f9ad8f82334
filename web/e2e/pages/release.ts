import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createGateway, type ListeningGateway, listen } from '../../../infra/embedded/gateway.ts'
import { freePort } from '../../../infra/embedded/ports.ts'

const WEB = join(import.meta.dirname, '../..')

/** Where "Book a Free Call" leads in the second version: what people can see of it. */
export const SECOND_CALL = 'https://calls.example/second'

/**
 * Two versions of the built app, one after the other at one address, before the services of the running product. As after
 * any release, the files of the first are gone with it.
 */
export class Release {
  readonly origin: string
  readonly #folder: string
  readonly #gateway: ListeningGateway
  readonly #publish: () => void
  #held: Promise<void> | undefined

  private constructor(origin: string, folder: string, gateway: ListeningGateway, publish: () => void) {
    this.origin = origin
    this.#folder = folder
    this.#gateway = gateway
    this.#publish = publish
  }

  /** @param services origin of the running product */
  static async before(services: string): Promise<Release> {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-release-'))
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    cpSync(join(WEB, 'dist'), first, { recursive: true })
    await build(second)
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const gatewayTo = (webFolder: string) =>
      createGateway({
        publicUrl: origin,
        webFolder,
        query: () => services,
        command: () => services,
        uploadOrigins: [],
        isReady: () => true,
      })
    let current = gatewayTo(first)
    const next = gatewayTo(second)
    let release: Release | undefined
    const serve: RequestListener = (request, response) => {
      const isChange = request.method !== 'GET' && request.url?.startsWith('/api/admin/') === true
      const held = isChange ? release?.held : undefined
      if (held === undefined) current(request, response)
      else void held.then(() => current(request, response))
    }
    const gateway = await listen(serve, port)
    release = new Release(origin, folder, gateway, () => {
      current = next
    })
    return release
  }

  /** From now on the second version is served. */
  publish(): void {
    this.#publish()
  }

  get held(): Promise<void> | undefined {
    return this.#held
  }

  /** Changes by staff reach the services only after what is returned has been called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return () => {
      this.#held = undefined
      resolve()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gateway.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function build(folder: string): Promise<void> {
  const vite = join(WEB, '../node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir'], {
    cwd: WEB,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production', VITE_BOOK_CALL_URL: SECOND_CALL },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the second version does not build')
}

/** The version that a tab runs: the addresses of its scripts, which follow from their content. */
export const versionOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('head script[src]')].map(({ src }) => src).join(' '),
  )

/** Opens a page in the version that is on the device. */
export async function openKept(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.evaluate(() => navigator.serviceWorker.ready)
  // The first load of all comes from the network.
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Somebody turns to the tab, which is when it asks for a newer version; until that is there and waits. */
export async function untilNewerWaits(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    return (await navigator.serviceWorker.ready).waiting !== null
  })
}

/** Until the tab has loaded itself anew in another version. */
export async function untilOtherThan(page: Page, version: string): Promise<void> {
  await page.waitForFunction((old) => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('head script[src]')]
    return scripts.length > 0 && scripts.map(({ src }) => src).join(' ') !== old
  }, version)
}
