import { ConfigError } from '@forecourt/kit/config.ts'
import type { Platform } from '../platform.ts'
import { isOpenedBy } from '../privacy/opened-by.ts'
import { amiss, type Check, type Finding, first, well } from './check.ts'

/** What an installation needs besides its database and its log: the key to its people, files, a queue, a mail server. */
export const BESIDE_DATABASE: readonly Check[] = [
  { name: 'keys of people', look: lookAtKeys },
  { name: 'object storage', look: lookAtStorage },
  { name: 'queue', look: lookAtQueue },
  { name: 'mail server', look: lookAtMailServer },
]

/** So many people tell whether it is the right master key; who they are, chance has said when they got their ids. */
const SOME = 100

async function lookAtKeys({ pool, masterKeys }: Platform): Promise<Finding> {
  const { rows } = await pool.query<{ subject_id: string; wrapped_key: Buffer }>(
    'select subject_id, wrapped_key from vault.people order by subject_id limit $1',
    [SOME],
  )
  const shut = rows.filter(({ subject_id, wrapped_key }) => !isOpenedBy(masterKeys, subject_id, wrapped_key)).length
  if (shut > 0) return amiss(`MASTER_KEY does not open ${shut} of ${rows.length}: is it the one that wrapped them?`)
  if (rows.length === 0) return well('there is none yet')
  const present = { present: masterKeys.present, other: undefined }
  const byOther = rows.filter(({ subject_id, wrapped_key }) => !isOpenedBy(present, subject_id, wrapped_key))
  return byOther.length === 0
    ? well(`MASTER_KEY opens each of the ${rows.length} looked at`)
    : well(`OTHER_MASTER_KEY opens ${byOther.length} of ${rows.length}: "forecourt privacy rewrap" makes it needless`)
}

async function lookAtStorage({ openStorage }: Platform): Promise<Finding> {
  let storage: ReturnType<typeof openStorage>
  try {
    storage = openStorage()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return amiss(`${error.message}: nobody can look at it, and "erase", "backup" and "privacy" need it`)
  }
  try {
    // Nothing is called so: that the list is empty is told by nobody but the bucket.
    for await (const _ of storage.list('doctor/')) break
    return well('the bucket answers')
  } finally {
    storage.close()
  }
}

async function lookAtQueue({ pool, delivery }: Platform): Promise<Finding> {
  const { redisUrl } = delivery()
  if (redisUrl === undefined) {
    const { made } = await first(pool.query<{ made: boolean }>("select to_regclass('bull.job') is not null as made"))
    return made ? well('in PostgreSQL') : amiss('there is none in PostgreSQL yet: start the workers, or set REDIS_URL')
  }
  // Only who has a Redis loads its client.
  const { lookAtRedis } = await import('@forecourt/workers/queue/look-at-redis.ts')
  const { version, whenFull } = await lookAtRedis(redisUrl)
  return whenFull === 'noeviction'
    ? well(`in Redis ${version}`)
    : amiss(`Redis ${version} drops jobs when its memory is full (maxmemory-policy ${whenFull}): let it be noeviction`)
}

async function lookAtMailServer({ delivery }: Platform): Promise<Finding> {
  const { smtpUrl } = delivery()
  if (smtpUrl === undefined) return amiss('SMTP_URL is not set: nobody can look at it')
  const { greetMailServer } = await import('@forecourt/workers/mail/transport.ts')
  await greetMailServer(smtpUrl)
  return well('it would take mails')
}
