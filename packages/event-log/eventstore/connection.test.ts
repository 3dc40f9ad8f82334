import { describe, expect, it } from 'vitest'
import { accountOf, clientAddress, connect } from './connection.ts'
import { DEADLINES } from './deadlines.ts'

describe('The address of an event store', () => {
  it('may have the newer scheme, which the client does not know', () => {
    expect(clientAddress('kurrentdb://localhost:2113?tls=false')).toBe('esdb://localhost:2113?tls=false')
    expect(clientAddress('kurrentdb+discover://cluster.example:2113')).toBe('esdb+discover://cluster.example:2113')
    expect(clientAddress('esdb://localhost:2113?tls=false')).toBe('esdb://localhost:2113?tls=false')
  })

  it('cannot switch off that a refused append throws', () => {
    expect(clientAddress('esdb://h:1?throwOnAppendFailure=false&tls=false')).toBe('esdb://h:1?tls=false')
    expect(clientAddress('esdb://h:1?throw_on_append_failure=false')).toBe('esdb://h:1')
  })

  it('names the account; a server without TLS needs none, one with TLS does', () => {
    expect(accountOf('esdb://anna:p%40ss@h:1,i:2?tls=true')).toEqual({ username: 'anna', password: 'p@ss' })
    expect(accountOf('esdb://h:1?tls=false')).toEqual({ username: 'admin', password: 'changeit' })
    expect(() => accountOf('esdb://h:1')).toThrow('needs an account')
  })
})

it('a cluster that is away when another server of it is looked for ends no process', async () => {
  const { client, close } = connect(
    'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2&discoveryInterval=1',
    DEADLINES,
  )
  const looking = Reflect.get(client, 'getChannel').call(client)
  const lost = Object.assign(new Error('14 UNAVAILABLE'), { code: 14, metadata: { get: () => [] } })
  // As the client calls it, which does not wait: what it rejects with is heard by nobody.
  Reflect.get(client, 'handleError')({ getChannel: () => ({}) }, lost)
  await expect(looking).rejects.toThrow('Failed to discover')
  await close()
})

it('a cluster that is looked for still keeps nobody who closes', async () => {
  const { client, close } = connect(
    'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2&discoveryInterval=600000',
    DEADLINES,
  )
  const looking: Promise<unknown> = Reflect.get(client, 'getChannel').call(client)
  looking.catch(() => {})
  const began = performance.now()
  await close()
  expect(performance.now() - began).toBeLessThan(60_000)
})
