import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { leafOf, rootAfter } from '@forecourt/event-log/seals/chain.ts'
import { publicKeyOf, sealKey, signed } from '@forecourt/event-log/seals/keys.ts'
import { sealsInLog } from '@forecourt/event-log/seals/read-seals.ts'
import type { Rental, Tenant } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diff } from '../replay/diff.ts'
import { settingsOf, typed } from '../testing/command-line.ts'
import { exportCommand } from './export.ts'
import { sealAll } from './testing/seal-all.ts'
import { PLACE, TAMPERINGS } from './testing/tamperings.ts'
import { verify } from './verify.ts'

const seed = randomBytes(32).toString('base64')

let world: World
let folder: string
let file: string
let tenant: Tenant
let ada: Rental
/** Position of Ada's approval, under the first of three seals. */
let approved: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-verify-'))
  file = join(folder, 'seals.jsonl')
  world = await World.create()
  world.project()
  const { story } = world
  tenant = await story.business('Harbour Hire')
  const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: tenant.businessId } }
  await story.append(slugClaimStream(tenant.slug), tenant.businessId, [claim])
  const golf = await story.vehicle(tenant, 'VW Golf')
  ada = await story.request(golf, '2026-12-08', '2026-12-10', { name: 'Ada Byron', email: 'ada@example.com' })
  approved = Number((await story.approve(ada)).position)
  await story.vehicle(tenant, 'VW Polo')
  await sealAll(world, seed, file)
  await story.business('Northern Wheels')
  await sealAll(world, seed, file)
  await story.vehicle(tenant, 'VW Up')
  await sealAll(world, seed, file)
  await world.projecting()
  await world.caughtUp()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

interface Exported extends Omit<Parameters<typeof leafOf>[0], 'revision' | 'recordedAt'> {
  readonly revision: string
  readonly recordedAt: string
  readonly seal: number | null
  readonly index?: number | string | null
  readonly position: string
}

/** Writes events and a manifest that fits them: whoever forges an export can count and hash. */
function forge(out: string, manifest: object, events: readonly Exported[]): void {
  const root = createHash('sha256')
  for (const { revision, recordedAt, ...event } of events)
    root.update(leafOf({ ...event, revision: BigInt(revision), recordedAt: new Date(recordedAt) }), 'hex')
  const unsealed = events.filter(({ seal }) => seal === null).length
  const told = { ...manifest, count: events.length, unsealed, root: root.digest('hex') }
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(told, undefined, 2)}\n`)
  writeFileSync(join(out, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

const forecourt = async (...line: string[]) =>
  await typed(line, [verify, diff, exportCommand], {
    ...settingsOf(world),
    SEAL_PUBLIC_KEYS: publicKeyOf(seed),
    SEAL_FILE: file,
  })

/** Two neighbours under one seal change places, positions and all. */
function swapped(events: readonly Exported[]): Exported[] {
  const at = events.findIndex(({ seal, stream }, index) => {
    const next = events[index + 1]
    return next !== undefined && next.seal === seal && next.stream !== stream
  })
  const [one, other] = [events[at], events[at + 1]]
  if (one === undefined || other === undefined) throw new Error('no two streams under one seal')
  return events.toSpliced(at, 2, { ...other, position: one.position }, { ...one, position: other.position })
}

/** Does it as whoever owns the database can, looks, and undoes it. */
async function tampered(statements: string, look: () => Promise<void>): Promise<void> {
  const client = await world.pool.connect()
  const tables = ['log.events', 'log.head', 'read.checkpoint', 'read.bookings']
  try {
    for (const table of tables) await client.query(`create table ${copyOf(table)} as table ${table}`)
    await client.query(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`)
    await look()
  } finally {
    await client.query('set session_replication_role = replica')
    for (const table of tables) {
      await client.query(
        `delete from ${table}; insert into ${table} overriding system value select * from ${copyOf(table)}; drop table ${copyOf(table)}`,
      )
    }
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

const node = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8', cwd: tmpdir(), env: {} })

const here = (text: string) => text.replaceAll(PLACE, String(approved))
const copyOf = (table: string) => `public.copy_${table.replace('.', '_')}`
it('what nobody has tampered with is found to be what was sealed', async () => {
  const { exit, out } = await forecourt('verify')
  expect(out).toMatch(/^All \d+ sealed events are what they were when they were sealed \(3 seals; /)
  expect(exit).toBe(0)
})

describe('verify names the first bad position after', () => {
  it.each(TAMPERINGS)('$after', async ({ statements, found }) => {
    await tampered(here(statements), async () => {
      const { exit, out } = await forecourt('verify')
      expect(out).toMatch(new RegExp(here(found.source)))
      expect(exit).toBe(1)
    })
    expect((await forecourt('verify')).exit).toBe(0)
  })

  it('an event was changed and everything sealed anew with another key', async () => {
    const [first] = await Array.fromAsync(sealsInLog(world.eventLog))
    if (first === undefined) throw new Error('there are seals')
    const { signature: _s, keyId: _k, ...seal } = first.seal
    const leaves = Buffer.from(seal.leaves, 'base64').fill(7, 0, 32)
    const forger = sealKey(randomBytes(32).toString('base64'))
    const forged = signed(
      { ...seal, leaves: leaves.toString('base64'), root: rootAfter(seal.previousRoot, leaves) },
      forger,
    )
    const text = JSON.stringify(forged).replaceAll("'", "''")
    const put = `update log.events set data = '${text}' where stream = 'rent.seal-main' and revision = 0`
    await tampered(put, async () => {
      const { exit, out } = await forecourt('verify')
      expect(out).toContain(`seal 1 is signed with the key ${forger.keyId}, which is none of SEAL_PUBLIC_KEYS`)
      expect(exit).toBe(1)
    })
  })

  it.each([
    ['the first line', '\u0000garbage\n', '', 'line 1'],
    ['a line behind those that the log has', '', '{}\n', 'line 4'],
  ])('something else than a seal was written into the file as %s', async (_name, before, after, line) => {
    const kept = readFileSync(file, 'utf8')
    writeFileSync(file, before + kept + after)
    const { exit, out } = await forecourt('verify')
    writeFileSync(file, kept)
    expect(out).toContain(`${file}: ${line} is no seal: what follows there cannot be compared with the log`)
    expect(exit).toBe(1)
  })

  it('a line of the file was exchanged', async () => {
    const before = readFileSync(file, 'utf8')
    const [one = '', two = ''] = before.split('\n')
    writeFileSync(file, before.replace(one, two))
    expect(await forecourt('verify')).toMatchObject({
      exit: 1,
      out: expect.stringContaining('seal 1 is not the one that the file has'),
    })
    writeFileSync(file, before)
    expect((await forecourt('verify')).exit).toBe(0)
  })
})

describe('diff finds', () => {
  it.each([
    ['a row that was edited', `update read.bookings set status = 'rejected' where booking_id = $booking`],
    ['a row that was removed', `delete from read.bookings where booking_id = $booking`],
  ])('%s, and names the event that touched it last', async (_name, statement) => {
    await tampered(statement.replace('$booking', `'${ada.bookingId}'`), async () => {
      const { exit, out } = await forecourt('diff')
      expect(out).toContain(`last touched by BookingApproved at position ${approved}`)
      expect(exit).toBe(1)
    })
  })
})

describe('erasing a person', () => {
  it('changes no event: the log still is what was sealed', async () => {
    await world.story.erase(ada)
    await world.vault.forget(ada.customerId)
    const { exit, out } = await forecourt('verify')
    expect(out).toMatch(/Nothing is proved of what is not sealed yet: \d+ newer events?\./)
    expect(exit).toBe(0)
  })
})

describe('an export', () => {
  it('is checked anywhere with nothing but Node, and shows what was changed in it', async () => {
    const out = join(folder, 'export')
    const { exit, out: said } = await forecourt('export', '--business', 'harbour-hire', '--out', out)
    expect(said).toContain(`To check them anywhere: node ${out}/verify.mjs`)
    expect(exit).toBe(0)
    const { root } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    for (const told of [...readdirSync(out), root]) expect(said).toContain(told)
    expect((await forecourt('export', '--business', 'harbour-hire', '--out', out)).exit).toBe(3)
    const verifier = join(out, 'verify.mjs')
    const checked = node(verifier, '--key', publicKeyOf(seed), '--allow-unsealed')
    expect(checked.stderr).toBe('')
    expect(checked.stdout).toMatch(/^\d+ events of harbour-hire from the beginning to /)
    expect(checked.status).toBe(0)

    const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    expect(node(verifier, '--key', stranger.toString('base64'))).toMatchObject({ status: 1 })

    const events = join(out, 'events.jsonl')
    const before = readFileSync(events, 'utf8')
    expect(before, "another business's events are not in it").not.toContain('Northern Wheels')
    expect(before, 'what is personal stays sealed').not.toContain('Ada Byron')
    const lines = before.split('\n')
    for (const [name, changed] of [
      ['an event that was changed', before.replace('2026-12-10', '2026-12-11')],
      ['an event that is missing', lines.slice(1).join('\n')],
      ['an event that is there twice', [lines[0], ...lines].join('\n')],
    ] as const) {
      writeFileSync(events, changed)
      expect({ name, status: node(verifier).status }).toEqual({ name, status: 1 })
    }
    writeFileSync(events, before)
    expect(node(verifier, '--allow-unsealed').status).toBe(0)
    rmSync(join(out, 'seals.jsonl'))
    expect(node(verifier)).toMatchObject({ status: 2, stderr: expect.stringContaining('no export that can be read') })
  })

  it('is not believed for what its manifest says: that is signed by nobody', async () => {
    const out = join(folder, 'forged')
    await forecourt('export', '--business', 'harbour-hire', '--out', out)
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    const events: Exported[] = readFileSync(join(out, 'events.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [first, ...others] = events
    const last = events.findLast(({ seal }) => seal !== null)
    if (first === undefined || last === undefined) throw new Error('nothing was exported')
    const changed = (line: Exported): Exported =>
      line.type === 'BookingApproved' ? { ...line, seal: null, recordedAt: '2026-01-01T00:00:00.000Z' } : line
    const elsewhere = { business: { id: randomUUID(), slug: 'northern-wheels' } }
    const remark = { note: 'checked by the auditor' }
    for (const [name, lines, label] of [
      ['an event that was changed and is said to be unsealed', events.map(changed), {}],
      ['an event that is left out', events.filter(({ type }) => type !== 'BookingRequested'), {}],
      ['an event that is there twice', [first, first, ...others], {}],
      ['another order', [...others, first], {}],
      ['another business', events, elsewhere],
      ['another slug', events, { business: { ...manifest.business, slug: 'northern-wheels' } }],
      ['the onboarding left out', events.filter(({ stream }) => stream !== first.stream), {}],
      ['places within a seal that are no numbers', events.map((line) => ({ ...line, index: String(line.index) })), {}],
      ['other places within a seal', swapped(events), {}],
      ['another position', events.map((line) => ({ ...line, position: '1' })), {}],
      [
        'a position behind its seal',
        events.map((line) => (line === last ? { ...line, position: '9000000' } : line)),
        {},
      ],
      ['a member that was not sealed', [{ ...first, ...remark }, ...others], {}],
      ['another time', events, { from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' }],
    ] as const) {
      forge(out, { ...manifest, ...label }, lines)
      const { status, stderr } = node(join(out, 'verify.mjs'), '--key', publicKeyOf(seed), '--allow-unsealed')
      expect({ name, status, blamed: stderr.includes('manifest says') }).toEqual({ name, status: 1, blamed: false })
    }
  })

  it.each([
    ['a key without its value', ['--key'], /^--key needs a value\nUsage: node verify\.mjs /],
    ['a key that is none', ['--key', 'harbour-hire'], /--key takes a public key/],
    ['an option that there is not', ['--keys', 'x'], /^--keys is no option\nUsage: node verify\.mjs /],
    ['an option with a value that it does not take', ['--allow-unsealed=no'], /^--allow-unsealed takes no value\n/],
    ['a second folder', ['.', 'x'], /^"x" is one word too many\n/],
  ])('is not checked by half: %s is refused', async (_name, words, told) => {
    const out = join(folder, 'export')
    expect(node(join(out, 'verify.mjs'), ...words)).toMatchObject({ status: 2, stderr: expect.stringMatching(told) })
  })

  it.each([
    ['a slug that steers a terminal', { business: { id: 'x', slug: '\u001b[2J' } }],
    ['a business that steers a terminal', { business: { id: '\u001b[2J', slug: 'harbour-hire' } }],
    ['a time that ends before it begins', { from: '2027-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' }],
    ['a time that is none', { to: 'soon' }],
    ['what no export says', { auditedBy: 'somebody' }],
    ['a day that there is not', { to: '2027-02-30T00:00:00.000Z' }],
    ['another format', { format: 'forecourt-export-9' }],
  ])('cannot be read with a manifest that has %s', (_name, changed) => {
    const out = join(folder, 'export')
    const path = join(out, 'manifest.json')
    const before = readFileSync(path, 'utf8')
    writeFileSync(path, `${JSON.stringify({ ...JSON.parse(before), ...changed }, undefined, 2)}\n`)
    const { status, stderr } = node(join(out, 'verify.mjs'))
    writeFileSync(path, before)
    expect(stderr).toMatch(/^This is no export that can be read: manifest.json/)
    expect(status).toBe(2)
  })

  it('is not believed that says a thing twice, or has more than was sealed beside its seals', async () => {
    const out = join(folder, 'twice')
    await forecourt('export', '--business', 'harbour-hire', '--out', out)
    for (const [name, was, now] of [
      ['events.jsonl', '"type":"', '"type":"Nothing","type":"'],
      ['manifest.json', '"format"', '"format": "x",\n  "format"'],
      ['manifest.json', /"seals": \d+/, '"seals": 99'],
      ['seals.jsonl', '{"number"', '{"sealedAt":"today","number"'],
      ['seals.jsonl', /^.*\n/, '$&$&'],
    ] as const) {
      const path = join(out, name)
      const before = readFileSync(path, 'utf8')
      writeFileSync(path, before.replace(was, now))
      const { status } = node(join(out, 'verify.mjs'), '--key', publicKeyOf(seed), '--allow-unsealed')
      expect({ name, now, isAccepted: status === 0 }).toEqual({ name, now, isAccepted: false })
      writeFileSync(path, before)
    }
  })

  it('of a business that ends its lines in other ways is read as well', async () => {
    const { story } = world
    const lined = await story.business('Line Hire')
    const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: lined.businessId } }
    await story.append(slugClaimStream(lined.slug), lined.businessId, [claim])
    await story.vehicle(lined, 'VW\u2028Golf\u2029')
    await sealAll(world, seed, file)
    const out = join(folder, 'lined')
    await forecourt('export', '--business', lined.slug, '--out', out)
    expect(node(join(out, 'verify.mjs'), '--key', publicKeyOf(seed))).toMatchObject({ status: 0, stderr: '' })
  })

  it('that ends with events which were not sealed yet proves nothing of them', async () => {
    await world.story.vehicle(tenant, 'VW ID.3')
    const out = join(folder, 'unsealed')
    await forecourt('export', '--business', 'harbour-hire', '--out', out)
    const checked = node(join(out, 'verify.mjs'))
    expect(checked.status).toBe(1)
    expect(checked.stdout).toContain('Nothing proves those')
    expect(node(join(out, 'verify.mjs'), '--allow-unsealed').status).toBe(0)
    await sealAll(world, seed, file)
  })

  it('holds what was recorded within the given time', async () => {
    const out = join(folder, 'early')
    const none = await forecourt(
      'export',
      '--business',
      'harbour-hire',
      '--to',
      '2020-01-01T00:00Z',
      '--out',
      out,
      '--json',
    )
    expect(JSON.parse(none.out)).toMatchObject({ count: 0, seals: 0 })
    const empty = node(join(out, 'verify.mjs'))
    expect(empty.stdout).toContain('There is no event in it: that proves neither')
    expect(empty.status, 'empty evidence proves nothing').toBe(1)
    expect((await forecourt('export', '--business', 'nobody', '--out', join(folder, 'x'))).exit).toBe(3)
  })

  it.each(['2020-01-01T00:00Z', '2019-12-31T23:59Z'])('is refused where no time is within: up to %s', async (to) => {
    const out = join(folder, 'nothing')
    const times = ['--from', '2020-01-01T00:00Z', '--to', to]
    const { exit, errors } = await forecourt('export', '--business', 'harbour-hire', ...times, '--out', out)
    expect(exit).toBe(2)
    expect(errors).toMatch(/^forecourt: --from has to be earlier than --to: /)
    expect(existsSync(out)).toBe(false)
  })
})
