import { z } from 'zod'
import { migrate } from './migrate.ts'

/** Migrates the database of a deployment and ends: run once before the services start. Safe to run again, and twice at once. */
const { DATABASE_URL, QUERY_PASSWORD } = z
  .object({ DATABASE_URL: z.string(), QUERY_PASSWORD: z.string().min(1) })
  .parse(process.env)

const names = await migrate(DATABASE_URL, { queryRolePassword: QUERY_PASSWORD })
console.log(names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`)
