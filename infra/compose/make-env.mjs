// Prints the secrets that docker-compose.yml asks for: node infra/compose/make-env.mjs > .env
import { randomBytes } from 'node:crypto'

const word = () => randomBytes(24).toString('base64url')
const key = () => randomBytes(32).toString('base64')

console.log(`POSTGRES_PASSWORD=${word()}
QUERY_PASSWORD=${word()}
SESSION_SECRET=${word()}
MASTER_KEY=${key()}
LOOKUP_KEY=${key()}
S3_ACCESS_KEY_ID=forecourt
S3_SECRET_ACCESS_KEY=${word()}
PUBLIC_URL=http://localhost:8080`)
