// Makes .env with the secrets that docker-compose.yml asks for, once and for all: node infra/compose/make-env.mjs [FILE]
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const word = () => randomBytes(24).toString('base64url')
const key = () => randomBytes(32).toString('base64')

// The last 32 bytes of their DER forms are an Ed25519 key's seed and its public key.
const { privateKey } = generateKeyPairSync('ed25519')
const last32 = (der) => der.subarray(-32).toString('base64')

const settings = {
  POSTGRES_PASSWORD: word(),
  QUERY_PASSWORD: word(),
  SESSION_SECRET: word(),
  MASTER_KEY: key(),
  LOOKUP_KEY: key(),
  SEAL_KEY: last32(privateKey.export({ format: 'der', type: 'pkcs8' })),
  SEAL_PUBLIC_KEYS: last32(createPublicKey(privateKey).export({ format: 'der', type: 'spki' })),
  S3_ACCESS_KEY_ID: 'forecourt',
  S3_SECRET_ACCESS_KEY: word(),
  PUBLIC_URL: 'http://localhost:8080',
}
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)

const file = resolve(process.argv[2] ?? '.env')
try {
  // Never over one that is there: without its MASTER_KEY nobody could read what an installation has sealed.
  writeFileSync(file, lines.join(''), { flag: 'wx', mode: 0o600 })
  console.log(`${file} is made. Keep a copy in a safe: without MASTER_KEY no personal data can be read again.`)
} catch (error) {
  if (error.code !== 'EEXIST') throw error
  const text = readFileSync(file, 'utf8')
  const missing = Object.keys(settings).filter((name) => !new RegExp(`^${name}=.`, 'm').test(text))
  console.error(`${file} is there and stays as it is.`)
  if (missing.length > 0) console.error(`It lacks ${missing.join(', ')}: put back what stood there, from the safe.`)
  process.exitCode = 1
}
