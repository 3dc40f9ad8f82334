import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { openLink } from '@forecourt/infra/testing/link.ts'
import { expect, it, onTestFinished } from 'vitest'
import { Client } from '../../tests/system/support/client.ts'
import type { Line } from '../history.ts'
import { openBrowser } from './browser.ts'

it.each([
  ['that is down', async () => undefined],
  ['that listens no more', freePort],
])('a process %s breaks connections: nobody sees that nobody listens, as the way to it does', async (_what, portOf) => {
  const port = await portOf()
  const link = await openLink(() => (port === undefined ? undefined : { host: '127.0.0.1', port }))
  onTestFinished(() => link[Symbol.asyncDispose]())
  const lines: Line[] = []
  const client = new Client(() => [`http://127.0.0.1:${link.port}`])
  const visitor = { name: 'visitor', businessId: 'b', actor: 'visitor' } as const
  const browser = openBrowser(client, visitor, { write: (line) => void lines.push(line) })
  await browser.ask({ call: 'fleet', method: 'GET', path: '/api/fleet' })
  expect(lines).toMatchObject([{ kind: 'request', answer: { kind: 'none', why: 'reset' } }])
})
