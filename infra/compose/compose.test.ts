import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { THREADS } from '@forecourt/event-log/eventstore/testing/server-program.ts'
import { CONFIG, readConfig } from '@forecourt/kit/config.ts'
import { NODE_FLAGS } from '@forecourt/kit/node-flags.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { postgresEnvironment } from '../embedded/postgres-program.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      entrypoint: z.array(z.string()).optional(),
      profiles: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      build: z.object({ target: z.string() }).optional(),
      depends_on: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
})
const { services } = Compose.parse(parse(read('docker-compose.yml'), { merge: true }))

/** Which configuration the program of each of our services reads. */
const PROGRAMS = [
  ['command', 'services/command/main.ts', CONFIG.command],
  ['query', 'services/query/main.ts', CONFIG.query],
  ['projector', 'services/query/projector.ts', CONFIG.projector],
  ['workers', 'services/workers/main.ts', CONFIG.workers],
] as const

/** `${NAME:?hint}` stands for a value that only the machine knows; `${NAME:-value}` for one with a default. */
function filledIn(environment: Record<string, string>): Record<string, string> {
  const made: Record<string, string> = {
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    LOOKUP_KEY: Buffer.alloc(32).toString('base64'),
    SEAL_KEY: Buffer.alloc(32).toString('base64'),
    SEAL_PUBLIC_KEYS: Buffer.alloc(32).toString('base64'),
    SESSION_SECRET: 'x'.repeat(32),
  }
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_whole, variable: string, kind: string, rest: string) =>
        kind === '-' ? rest : (made[variable] ?? 'made-up'),
      ),
    ]),
  )
}

const ofMemory = ([name]: readonly [string, unknown]) => name.startsWith('MALLOC_')

describe('the production shape', () => {
  it.each(PROGRAMS)(
    '%s runs its program with a configuration that the program takes, and nothing else',
    (name, program, schema) => {
      const service = services[name]
      expect(service?.command).toEqual(['node', ...NODE_FLAGS, program])
      const environment = filledIn(service?.environment ?? {})
      const known = new Set(Object.keys(schema.shape))
      expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([])
      expect(() => readConfig(schema, environment)).not.toThrow()
    },
  )

  it("runs the operators' commands with a configuration that they take, on request alone", () => {
    const { operator } = services
    expect(operator).toMatchObject({ profiles: ['operator'], entrypoint: ['node', 'services/operator/main.ts'] })
    const environment = filledIn(operator?.environment ?? {})
    const known = new Set(
      [CONFIG.operator, CONFIG.operatorFiles, CONFIG.operatorChecks].flatMap((schema) => Object.keys(schema.shape)),
    )
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([])
    expect(() => readConfig(CONFIG.operator, environment)).not.toThrow()
  })

  it('migrates with the names that the migration reads, before any service begins', () => {
    expect(services.migrate?.command).toEqual(['node', 'infra/migrate-main.ts'])
    expect(Object.keys(services.migrate?.environment ?? {})).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'QUERY_PASSWORD']),
    )
    for (const [name] of PROGRAMS) expect(Object.keys(services[name]?.depends_on ?? {})).toContain('migrate')
  })

  it('makes the bucket that the services use before any of them begins', () => {
    const { migrate, command } = services
    for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
      expect(migrate?.environment?.[name]).toBe(command?.environment?.[name])
    expect(Object.keys(migrate?.depends_on ?? {})).toContain('s3')
  })

  it('puts no library of this machine into an image, and only files that its user can read', () => {
    expect(read('.dockerignore').split('\n')).toContain('**/node_modules')
    const service = /^FROM manifests AS service$([\s\S]*?)^CMD/m.exec(read('Dockerfile'))?.[1] ?? ''
    expect(service.match(/^COPY (?!--from=sources).*/gm)).toBeNull()
    for (const stage of ['manifests', 'sources'])
      expect(read('Dockerfile')).toMatch(new RegExp(`AS ${stage}$(?:\\n.+)+\\nRUN chmod -R a\\+rX \\.`, 'm'))
  })

  it('has PostgreSQL keep its memory as the embedded one does', () => {
    const embedded = Object.entries(postgresEnvironment()).filter(ofMemory)
    expect(embedded).not.toEqual([])
    expect(Object.entries(services.postgres?.environment ?? {}).filter(ofMemory)).toEqual(embedded)
  })

  it('has EventStoreDB begin with as many threads as the servers have that faults are made for', () => {
    expect(services.eventstore?.environment).toMatchObject(THREADS)
  })

  it('has every part of the production shape', () => {
    expect(Object.keys(services).toSorted()).toEqual(
      [
        'gateway',
        'command',
        'query',
        'projector',
        'workers',
        'operator',
        'migrate',
        'eventstore',
        'postgres',
        'redis',
        's3',
        'mail',
      ].toSorted(),
    )
  })

  it('builds from targets that the Dockerfile has', () => {
    const targets = [...read('Dockerfile').matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, target]) => target)
    const wanted = Object.values(services).flatMap(({ build }) => build?.target ?? [])
    expect(wanted.filter((target) => !targets.includes(target))).toEqual([])
  })

  it('copies the manifest of every workspace into the image, or npm would not install it', () => {
    const { packages } = z
      .object({ packages: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(read('package-lock.json')))
    const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'))
    for (const workspace of workspaces)
      expect(read('Dockerfile')).toContain(`COPY ${workspace}/package.json ${workspace}/`)
  })

  it('asks for no secret that make-env does not make', () => {
    const asked = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    const { file } = makeEnv()
    const made = [...readFileSync(file, 'utf8').matchAll(/^(\w+)=.+$/gm)].map(([, name]) => name)
    expect([...new Set(asked)].filter((name) => !made.includes(name))).toEqual([])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('keeps the secrets that there are, whoever makes them again, and says which are lost', () => {
    const { file } = makeEnv()
    const kept = readFileSync(file, 'utf8').replace(/^MASTER_KEY=.*\n/m, '')
    writeFileSync(file, kept)
    const { status, stderr } = makeEnv(file)
    expect(status).toBe(1)
    expect(stderr).toContain('is there and stays as it is')
    expect(stderr).toContain('It lacks MASTER_KEY: put back what stood there')
    expect(readFileSync(file, 'utf8')).toBe(kept)
  })
})

/** Runs it. @param file where; in a new folder when not given */
function makeEnv(file = join(newFolder(), '.env')) {
  const program = fileURLToPath(new URL('make-env.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' })
  return { file, status, stderr }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('the README', () => {
  it('explains every variable that a process reads, and no other', () => {
    const explained = [...read('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
    const known = new Set(Object.values(CONFIG).flatMap((schema) => Object.keys(schema.shape)))
    for (const name of ['FORECOURT_DATA', 'VITE_BOOK_CALL_URL', 'VITE_DEMO_SLUG', 'QUERY_PASSWORD']) known.add(name)
    expect(new Set(explained)).toEqual(known)
  })

  it('begins with the five parts that an address replaces', () => {
    const explained = [...read('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
    expect(read('README.md')).toContain('setting one of the first five replaces that embedded part')
    expect(new Set(explained.slice(0, 5))).toEqual(
      new Set(['DATABASE_URL', 'EVENTSTORE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL']),
    )
  })
})
