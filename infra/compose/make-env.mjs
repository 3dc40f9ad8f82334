// Prints the secrets that docker-compose.yml asks for: node infra/compose/make-env.mjs > .env
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'

const word = () => randomBytes(24).toString('base64url')
const key = () => randomBytes(32).toString('base64')

// The last 32 bytes of their DER forms are an Ed25519 key's seed and its public key.
const { privateKey } = generateKeyPairSync('ed25519')
const last32 = (der) => der.subarray(-32).toString('base64')
const sealKey = last32(privateKey.export({ format: 'der', type: 'pkcs8' }))
const sealPublicKey = last32(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }))

console.log(`POSTGRES_PASSWORD=${word()}
QUERY_PASSWORD=${word()}
SESSION_SECRET=${word()}
MASTER_KEY=${key()}
LOOKUP_KEY=${key()}
SEAL_KEY=${sealKey}
SEAL_PUBLIC_KEYS=${sealPublicKey}
S3_ACCESS_KEY_ID=forecourt
S3_SECRET_ACCESS_KEY=${word()}
PUBLIC_URL=http://localhost:8080`)
