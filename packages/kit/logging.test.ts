import { describe, expect, it } from 'vitest'
import { createLog } from './logging.ts'

function lineOf(fields: object): string {
  const lines: string[] = []
  createLog({ service: 'test' }, { write: (line) => void lines.push(line) }).error({ ...fields }, 'said')
  return lines.join('')
}

describe('the log', () => {
  it('writes allowed fields and no others, whatever it is given', () => {
    const line = lineOf({
      route: '/api/x/:id',
      position: 7n,
      customerName: 'canary',
      body: { email: 'canary' },
      url: '?q=canary',
    })
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      service: 'test',
      route: '/api/x/:id',
      position: '7',
      msg: 'said',
    })
    expect(line).not.toContain('canary')
  })

  it('writes class, code and message of an error, and nothing of its details', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(canary)',
      row: 'canary',
    })
    const line = lineOf({ error: new Error('outer', { cause: error }) })
    expect(JSON.parse(line).error).toMatchObject({
      name: 'Error',
      message: 'outer',
      cause: { code: '23505', message: 'duplicate key' },
    })
    expect(line).not.toContain('canary')
  })
})
