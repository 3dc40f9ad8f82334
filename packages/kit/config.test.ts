import { describe, expect, it } from 'vitest'
import { CONFIG, ConfigError, readConfig } from './config.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const environment = {
  DATABASE_URL: 'postgres://localhost/forecourt',
  MASTER_KEY: key,
  LOOKUP_KEY: key,
  PORT: '4001',
  PUBLIC_URL: 'http://localhost:3000/',
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  S3_ENDPOINT: 'http://localhost:9000',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_BUCKET: 'forecourt',
}
const complaint = (change: Record<string, string | undefined>) => {
  try {
    readConfig(CONFIG.command, { ...environment, ...change })
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('the configuration', () => {
  it('fills in what need not be said, and takes nothing that a process does not use', () => {
    const config = readConfig(CONFIG.command, { ...environment, SMTP_URL: 'smtp://localhost', EVENTSTORE_URL: '' })
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4001,
      TRUSTED_HOPS: 0,
      RATE_LIMIT_FACTOR: 1,
      MEMORY_REST_SECONDS: 600,
      LOG_LEVEL: 'info',
    })
    expect(config.PUBLIC_URL).toBe('http://localhost:3000')
    expect(config).not.toHaveProperty('SMTP_URL')
    expect(config.EVENTSTORE_URL).toBeUndefined()
  })

  it.each([
    [{ DATABASE_URL: undefined }, 'DATABASE_URL is not set'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL is not set'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://'],
    [{ MASTER_KEY: 'short' }, 'MASTER_KEY must be 32 bytes in base64'],
    [{ PORT: '70000' }, 'PORT must be a port'],
    [{ PORT: 'http' }, 'PORT must be a port'],
    [{ MEMORY_REST_SECONDS: '0' }, 'MEMORY_REST_SECONDS must be at least 1'],
    [{ MEMORY_REST_SECONDS: '1e9' }, 'MEMORY_REST_SECONDS must be at most 86400'],
    [{ MEMORY_REST_SECONDS: 'soon' }, 'MEMORY_REST_SECONDS must be a number'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be more than 0'],
    [
      { SESSION_SECRET: 'x', S3_BUCKET: undefined },
      'SESSION_SECRET must have at least 32 characters; S3_BUCKET is not set',
    ],
  ])('%j is refused in one line that names the variable and not its value', (change, message) => {
    const said = complaint(change)
    expect(said?.split('; ').toSorted()).toEqual(message.split('; ').toSorted())
    expect(said).not.toContain('\n')
  })
})
