import { describe, expect, it } from 'vitest'
import { accountOf, clientAddress } from './connection.ts'

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
