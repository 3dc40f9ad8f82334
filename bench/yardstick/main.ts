import { giveMemoryBack } from '@forecourt/kit/give-memory-back.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { serve } from '@forecourt/kit/serve.ts'
import { onShutdown } from '@forecourt/kit/shutdown.ts'
import { createYardstickApp } from './app.ts'
import { callersBySession, callersByStatement } from './callers.ts'
import { readYardstickConfig } from './config.ts'

/** The yardstick's HTTP process. */
const config = readYardstickConfig(process.env)
const log = createLog({ service: 'yardstick', level: config.LOG_LEVEL })
const pool = createPgPool({
  connectionString: config.DATABASE_URL,
  applicationName: 'yardstick',
  max: config.CONNECTIONS,
  log,
})
const options = { pool, publicUrl: config.PUBLIC_URL, secret: config.SESSION_SECRET }
const callers = config.VARIANT === 'crud-tx' ? callersBySession(options) : callersByStatement(options)
const server = await serve(createYardstickApp({ ...options, callers, log }), {
  host: config.HOST,
  port: config.PORT,
  log,
})
// As Forecourt's services do.
giveMemoryBack({ rest: config.MEMORY_REST_SECONDS * 1_000, log })
onShutdown(log, [
  ['requests', () => server.close()],
  ['database', () => pool.end()],
])
