import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPassword } from '@forecourt/command/account/password.ts'
import { asOrdinaryUser } from '@forecourt/infra/testing/ordinary-user.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXIT } from './cli/command.ts'
import { COMMANDS } from './commands.ts'
import { operatorName } from './operator-name.ts'
import { operatorSettings } from './settings.ts'
import { settingsOf, typed } from './testing/command-line.ts'

const key = Buffer.alloc(32, 9).toString('base64')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Runs one command line as the program does, and gives back all that a person or a program would see. */
async function forecourt(
  line: readonly string[],
  options: { input?: string; environment?: Record<string, string> } = {},
) {
  const settings = options.environment ?? settingsOf({ database, masterKey: key, lookupKey: key })
  return await typed(line, COMMANDS, settings, options)
}

const nameless = () => {
  throw new Error('uv_os_get_passwd returned ENOENT')
}

const harbour = ['onboard', '--name', 'Harbour Hire', '--slug', 'harbour-hire', '--email', 'hello@harbour-hire.example']

describe('an operator', () => {
  it('takes a business on and gives staff an account, with a password that is printed once', async () => {
    const onboarded = await forecourt(harbour)
    expect(onboarded).toMatchObject({ exit: 0, errors: '' })
    expect(onboarded.out).toContain('http://localhost:3000/harbour-hire/portal')

    const added = await forecourt([
      'add-staff',
      '--business',
      'harbour-hire',
      '--email',
      'jo@harbour-hire.example',
      '--json',
    ])
    expect(added.exit).toBe(0)
    expect(JSON.parse(added.out)).toMatchObject({
      signIn: 'http://localhost:3000/harbour-hire/admin/login',
      password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
    })
  })

  it('closes a business and opens it again, with a reason, as often as it is said', async () => {
    const close = ['deactivate', '--business', 'harbour-hire', '--reason', 'the contract has ended']
    for (const _ of [1, 2]) expect(await forecourt(close)).toMatchObject({ exit: 0, errors: '' })
    for (const _ of [1, 2]) {
      expect(await forecourt(['reactivate', '--business', 'harbour-hire'])).toMatchObject({ exit: 0, errors: '' })
    }
    expect(await forecourt(['deactivate', '--business', 'harbour-hire'])).toMatchObject({ exit: 2 })
    expect(await forecourt(['reactivate', '--business', 'nobody'])).toMatchObject({ exit: 3 })
  })

  it('shuts somebody out by their address, and says so when nobody has it', async () => {
    const shutOut = (email: string) => forecourt(['deactivate-staff', '--email', email, '--reason', 'left'])
    expect(await shutOut('nobody@harbour-hire.example')).toMatchObject({ exit: 3 })
    await forecourt(['add-staff', '--business', 'harbour-hire', '--email', 'al@harbour-hire.example'])
    const done = await shutOut('al@harbour-hire.example')
    expect(done).toMatchObject({ exit: 0, errors: '', out: expect.stringContaining('cannot sign in any more') })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(
      "select data ->> 'reason' as reason from log.events where type = 'UserDeactivated'",
    )
    await client.end()
    expect(rows).toEqual([{ reason: 'left' }])
    expect(done.out).not.toContain('Nobody of this business')
    const again = await shutOut('al@harbour-hire.example')
    expect(again).toMatchObject({ exit: 0, errors: '', out: expect.stringContaining('was shut out already') })
  })

  it('says so when nobody of a business is left to sign in', async () => {
    await forecourt(['onboard', '--name', 'Solo', '--slug', 'solo', '--email', 'hello@solo.example'])
    await forecourt(['add-staff', '--business', 'solo', '--email', 'only@solo.example'])
    const { out } = await forecourt(['deactivate-staff', '--email', 'only@solo.example', '--reason', 'left'])
    expect(out).toContain('Nobody of this business can sign in now')
  })

  it('lets somebody in again who was shut out', async () => {
    const email = ['--email', 'kim@harbour-hire.example']
    await forecourt(['add-staff', '--business', 'harbour-hire', ...email])
    await forecourt(['deactivate-staff', ...email, '--reason', 'away'])
    const again = await forecourt(['reactivate-staff', ...email, '--json'])
    expect(again).toMatchObject({ exit: 0, errors: '' })
    expect(JSON.parse(again.out)).toMatchObject({ status: 'active' })
    const { out } = await forecourt(['reactivate-staff', ...email])
    expect(out).toBe('kim@harbour-hire.example was not shut out.')
    expect(await forecourt(['set-password', ...email])).toMatchObject({ exit: 0 })
    expect(await forecourt(['reactivate-staff', '--email', 'nobody@harbour-hire.example'])).toMatchObject({ exit: 3 })
  })

  it('gives nobody an account for a business that is closed', async () => {
    await forecourt(['deactivate', '--business', 'harbour-hire', '--reason', 'winter'])
    const line = ['add-staff', '--business', 'harbour-hire', '--email', 'late@harbour-hire.example']
    expect(await forecourt(line)).toMatchObject({
      exit: 3,
      errors: expect.stringContaining('harbour-hire is closed, so nobody could sign in'),
    })
    await forecourt(['reactivate', '--business', 'harbour-hire'])
    expect(await forecourt(line)).toMatchObject({ exit: 0 })
  })

  it('gives somebody a password again whom a restored database has never known, as "Restore" in docs/operations.md says', async () => {
    const [email, business] = ['new@harbour-hire.example', 'harbour-hire']
    const line = ['add-staff', '--business', business, '--email', email, '--first-name', 'Noor', '--json']
    const { userId } = JSON.parse((await forecourt(line)).out)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    // The log has them; what is in no event is as it was before they came.
    await client.query('delete from public.credentials where user_id = $1', [userId])
    await client.query('delete from vault.people where subject_id = $1', [userId])

    expect(await forecourt(['set-password', '--email', email]), 'there is none to be replaced').toMatchObject({
      exit: 3,
    })
    const again = JSON.parse((await forecourt(line)).out)
    expect(again).toMatchObject({ userId, signIn: expect.stringContaining(business) })
    const credentials = await client.query<{ hash: string }>(
      'select password_hash as hash from public.credentials where user_id = $1',
      [userId],
    )
    expect(await isPassword(again.password, credentials.rows[0]?.hash)).toBe(true)
    const person = await client.query('select from vault.people where subject_id = $1', [userId])
    await client.end()
    expect(person.rowCount, 'name and address stay erased').toBe(0)
    expect(await forecourt(['set-password', '--email', email])).toMatchObject({ exit: 0, errors: '' })
  })

  it('shows nothing on the terminal that would steer it', async () => {
    const { exit, errors } = await forecourt(['history', 'business', 'x\u001b[2Jy', '\u0007'])
    expect(exit).toBe(2)
    expect(errors).not.toMatch(/[^\P{Cc}\n]/u)
    const { errors: unknown } = await forecourt(['\u001b[2J'])
    expect(unknown).toContain('there is no command "\u{fffd}[2J"')
  })

  it('reads a password from standard input, so that no list of processes shows it', async () => {
    const changed = await forecourt(['set-password', '--email', 'jo@harbour-hire.example', '--password-stdin'], {
      input: 'a better password\n',
    })
    expect(changed).toMatchObject({ exit: 0, errors: '' })
    expect(changed.out).not.toContain('a better password')
  })

  it.each([
    [[...harbour], 'there is a business with the slug harbour-hire already'],
    [
      ['onboard', '--name', 'X', '--slug', 'forecourt-files', '--email', 'a@b.example'],
      'forecourt-files is an address of the platform itself',
    ],
    [
      ['onboard', '--name', 'X', '--slug', 'admin', '--email', 'a@b.example'],
      'admin is an address of the platform itself',
    ],
    [
      ['onboard', '--name', 'X', '--slug', 'x-1', '--email', 'a@b.example', '--time-zone', 'Mars/Olympus'],
      'there is no time zone Mars/Olympus: area and place are wanted, as in Europe/London',
    ],
    [
      ['add-staff', '--business', 'nowhere', '--email', 'jo@nowhere.example'],
      'there is no business with the slug nowhere',
    ],
    [
      ['add-staff', '--business', 'Not A Slug', '--email', 'jo@nowhere.example'],
      'there is no business with the slug Not A Slug',
    ],
    [
      ['add-staff', '--business', 'harbour-hire', '--email', 'JO@harbour-hire.example'],
      'somebody signs in with this address already',
    ],
    [['set-password', '--email', 'nobody@harbour-hire.example'], 'nobody signs in with this address'],
  ])('is told what the rules refuse: %j', async (line, sentence) => {
    expect(await forecourt(line)).toMatchObject({ exit: 3, printed: '', errors: `forecourt: ${sentence}` })
  })

  it('is told so as JSON where that was asked for, also when there is no such command', async () => {
    for (const line of [
      ['explode', '--json'],
      ['parked', '--json'],
      ['onboard', '--json'],
    ]) {
      const { exit, errors } = await forecourt(line)
      expect([exit, JSON.parse(errors).error]).toEqual([2, 'usage'])
    }
  })

  it.each([
    [[], ''],
    [['explode'], 'there is no command "explode"'],
    [['parked'], '"parked" alone is no command: there are "forecourt parked list" and "forecourt parked release"'],
    [['privacy', 'explode'], '"forecourt privacy export", "forecourt privacy reapply" and "forecourt privacy rewrap"'],
    [['onboard'], '--name is missing'],
    [['onboard', '--nmae', 'X'], 'forecourt: --nmae is no option; "forecourt onboard --help" explains them'],
    [['backup', '--out'], 'forecourt: --out needs a value; "forecourt backup --help" explains them'],
    [['lag', 'x'], 'forecourt: "x" is one word too many; "forecourt lag --help" explains them'],
    [['onboard', '--name', 'X', '--slug', 'Not A Slug', '--email', 'a@b.example'], '--slug takes small letters'],
    [
      ['onboard', '--name', 'Ev\x07il', '--slug', 'x', '--email', 'a@b.example'],
      '--name: Control characters are not allowed',
    ],
    [['onboard', '--name', 'X'.repeat(101), '--slug', 'x', '--email', 'a@b.example'], '--name: At most 100 characters'],
    [
      ['onboard', '--name', 'X', '--slug', 'x', '--email', 'a@b.example', '--phone', '1\n2'],
      '--phone: Control characters are not allowed',
    ],
    [
      ['onboard', '--name', 'X', '--slug', 'x', '--email', 'a@b.example', '--phone', '1'.repeat(51)],
      '--phone: At most 50 characters',
    ],
    [
      ['add-staff', '--business', 'harbour-hire', '--email', 'a@b.example', '--first-name', '\x1b[2J'],
      '--first-name: Control characters are not allowed',
    ],
    [
      ['onboard', '--name', 'X', '--slug', 'x', '--email', 'a@b.example, c@d.example'],
      '--email must be one e-mail address',
    ],
    [['onboard', '--name', 'X', '--slug', 'x', '--email', 'a@b.example', '--colour', 'red'], '--colour must look like'],
    [
      ['set-password', '--email', 'jo@harbour-hire.example', '--password-stdin'],
      'the password must have 12 to 200 characters',
    ],
  ])('is told what is wrong with the command line: %j', async (line, sentence) => {
    const { exit, errors } = await forecourt(line)
    expect(exit).toBe(2)
    expect(errors).toContain(sentence)
  })

  it('is told in one sentence where nothing can be written that a command is to leave, and that it is no refusal', async () => {
    const { exit, errors } = await forecourt(['backup', '--out', '/proc/nope'])
    expect(errors).toBe('forecourt: /proc/nope cannot be written: no folder can be made there (/proc)')
    expect(exit).toBe(2)
  })

  it('is told which variable the configuration lacks, and never a value', async () => {
    const { exit, errors } = await forecourt(harbour, {
      environment: { DATABASE_URL: database.url, MASTER_KEY: 'short' },
    })
    expect(exit).toBe(2)
    expect(errors).toContain('LOOKUP_KEY is not set')
    expect(errors).toContain('MASTER_KEY must be 32 bytes')
    expect(errors).not.toContain('short')
  })

  it('is told to do it again when the platform does not answer', { timeout: 240_000 }, async () => {
    const gone = {
      DATABASE_URL: 'postgres://forecourt@127.0.0.1:1/forecourt',
      MASTER_KEY: key,
      LOOKUP_KEY: key,
      PUBLIC_URL: 'http://localhost:3000',
    }
    const { exit, errors } = await forecourt([...harbour, '--json'], { environment: gone })
    expect(exit).toBe(4)
    expect(JSON.parse(errors)).toMatchObject({ error: 'unavailable' })
  })

  it('or of the database alone, which most commands ask, is told as that and not in the driver’s words', async () => {
    const nobody = {
      DATABASE_URL: 'postgres://forecourt:secret@127.0.0.1:1/forecourt',
      MASTER_KEY: key,
      LOOKUP_KEY: key,
    }
    const environment = { ...nobody, PUBLIC_URL: 'http://localhost:3000' }
    const { exit, errors } = await forecourt(harbour, { environment })
    expect(errors).toMatch(/^forecourt: the platform did not answer, so how far it came is unknown/)
    expect(exit).toBe(4)
  })

  it.each([['lag'], ['diff'], ['history', 'business', 'harbour-hire'], ['parked', 'list']])(
    'is asked whether the database is running when it does not answer what only reads: %s',
    async (...line) => {
      const url = 'postgres://forecourt:secret@127.0.0.1:1/forecourt'
      const environment = { ...settingsOf({ database, masterKey: key, lookupKey: key }), DATABASE_URL: url }
      const { exit, errors } = await forecourt(line, { environment })
      expect(errors).toBe('forecourt: the database does not answer: is it running?')
      expect(exit).toBe(4)
    },
  )

  it('is told what the database says that does not let them in', async () => {
    const url = new URL(settingsOf({ database, masterKey: key, lookupKey: key }).DATABASE_URL)
    url.pathname = '/nowhere'
    const environment = { ...settingsOf({ database, masterKey: key, lookupKey: key }), DATABASE_URL: url.href }
    const { exit, errors } = await forecourt(['lag'], { environment })
    expect(errors).toBe('forecourt: database "nowhere" does not exist')
    expect(exit).toBe(5)
  })

  it('is told that no run was found where its settings were looked for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-nowhere-'))
    const environment = { FORECOURT_DATA: folder }
    const { exit, errors } = await forecourt(['lag'], { environment })
    expect(exit).toBe(2)
    expect(errors).toContain(`no run of the product was found in ${folder}`)
    expect(errors).toContain('DATABASE_URL is not set')
    rmSync(folder, { recursive: true })
  })

  it('is told that a run’s folder cannot be read, and not that there is no run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-unreadable-'))
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { exit, errors } = await forecourt(['lag'], { environment: { FORECOURT_DATA: join(file, 'data') } })
    expect(errors).toBe(
      `forecourt: the folder of the product's run, ${join(file, 'data')}, cannot be read: a file is in its place (${file}); FORECOURT_DATA names another one, DATABASE_URL an installation`,
    )
    expect(exit).toBe(2)

    writeFileSync(join(folder, 'environment'), '')
    chmodSync(folder, 0o000)
    const asked = () => asOrdinaryUser(() => operatorSettings({ FORECOURT_DATA: folder }))
    expect(asked).toThrow(`the folder of the product's run, ${folder}, cannot be read: permission denied;`)
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'environment'), 0o000)
    expect(asked, 'its settings are another user’s').toThrow(`${folder}, cannot be read: permission denied;`)
    rmSync(folder, { recursive: true })
  })

  it('is named by number where the user has no name, as in a container', () => {
    expect(operatorName(undefined, nameless)).toBe(`uid-${process.getuid?.()}`)
    expect(operatorName(undefined, () => ({ username: 'jo' }))).toBe('jo')
    expect(operatorName('Jo of the night shift', nameless)).toBe('Jo of the night shift')
  })

  it.each(COMMANDS.map(({ name }) => name))(
    'finds %s explained: each operand and option, with an example',
    async (name) => {
      const command = COMMANDS.find((known) => known.name === name)
      const { exit, out } = await forecourt([...name.split(' '), '--help'])
      expect(exit).toBe(0)
      expect(out).toMatch(new RegExp(`^Example:\\n {2}.*forecourt ${name}`, 'm'))
      for (const option of Object.keys(command?.options ?? {})) expect(out).toContain(`--${option}`)
      const explained = command?.explained.map(([first]) => first) ?? []
      expect(explained).toEqual(expect.arrayContaining([...(command?.operands ?? [])]))
      for (const further of [command?.mayFollow ?? []].flat()) expect(out).toContain(` [${further}] `)
      for (const needed of command?.needs ?? [])
        expect(out).toMatch(new RegExp(`^ {2}--${needed} .*\\(required\\)$`, 'm'))
      expect(out.match(/\(required\)$/gm) ?? []).toHaveLength(command?.needs?.length ?? 0)
      for (const always of ['--json', '--help']) expect(out).toContain(always)
    },
  )

  it.each(COMMANDS.map(({ name }) => name))(
    'is told of %s by "help" before its name what "--help" behind it says',
    async (name) => {
      const asked = await forecourt(['help', ...name.split(' ')])
      expect(asked).toEqual(await forecourt([...name.split(' '), '--help']))
      expect(asked.out).toContain(`forecourt ${name} – `)
    },
  )

  it.each(['no-such-command', 'parked'])('who asks for help with %s is told that it is no command', async (name) => {
    const asked = await forecourt(['help', name])
    expect(asked).toEqual(await forecourt([name]))
    expect(asked).toMatchObject({ exit: 2, errors: expect.stringContaining(`"${name}"`) })
  })

  it('finds every command and exit code in the overview', async () => {
    const { out } = await forecourt(['help'])
    for (const { name, summary } of COMMANDS)
      expect(out).toMatch(new RegExp(`^ {2}${name} +${summary.slice(0, 20)}`, 'm'))
    for (const code of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^ {2}${code} `, 'm'))
  })
})
