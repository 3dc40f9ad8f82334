import { spawn } from 'node:child_process'
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { NODE_ENVIRONMENT, ROOT } from './support/node.ts'
import { book } from './support/portal.ts'
import { browser, expectShown, needsProc, ofTheTest, STAFF, startRun } from './support/whole-run.ts'

it(
  'a lost installation is made again from its back-up and its secrets: every row is what the log says, and the log what was sealed',
  ofTheTest,
  async (context) => {
    needsProc(context)
    const { run, folder, again } = await startRun()
    const operator = (...words: string[]) => program(folder, 'services/operator/main.ts', words)
    const bookings = [await book(browser(run), STAFF.slug)]
    await expectShown(run, bookings)

    const backup = join(dirname(folder), 'backup')
    expect(await operator('backup', '--out', backup)).toMatchObject({ code: 0 })
    // What comes after it is lost: the rehearsal and the restored installation do not know it.
    await book(browser(run), STAFF.slug)

    const rehearsal = await program(folder, 'infra/backup/rehearse-main.ts', [backup])
    expect(rehearsal).toMatchObject({ code: 0 })
    expect(rehearsal.out).toContain('ok     screens: made anew up to position')
    expect(rehearsal.out).toContain('every table has the very rows that the live one had')
    expect(rehearsal.out).toMatch(/It can be restored/)
    expect(await operator('restore', backup)).toMatchObject({ code: 3, out: expect.stringContaining('has rows') })

    const damaged = `${backup}-damaged`
    await cp(backup, damaged, { recursive: true })
    await appendFile(join(damaged, 'tables/vault.people.copy'), 'x')
    expect(await program(folder, 'infra/backup/rehearse-main.ts', [damaged])).toMatchObject({
      code: 1,
      out: expect.stringContaining('vault.people.copy is not what was backed up'),
    })

    const secrets = await readFile(join(folder, 'secrets.json'))
    await run.kill(run.processes())
    await rm(folder, { recursive: true })
    await mkdir(folder, { mode: 0o700 })
    await writeFile(join(folder, 'secrets.json'), secrets, { mode: 0o600 })

    const elsewhere = `${folder}-elsewhere`
    await mkdir(elsewhere, { mode: 0o700 })
    await writeFile(join(elsewhere, 'secrets.json'), secrets, { mode: 0o600 })
    await writeFile(join(elsewhere, 'seals.jsonl'), 'kept on another machine')
    expect(await program(undefined, 'infra/backup/restore-main.ts', [backup], elsewhere)).toMatchObject({
      code: 0,
      out: expect.stringContaining('seals.jsonl is there and stays'),
    })
    expect(await readFile(join(elsewhere, 'seals.jsonl'), 'utf8')).toBe('kept on another machine')
    await rm(elsewhere, { recursive: true })

    expect(await program(undefined, 'infra/backup/restore-main.ts', [backup], folder)).toMatchObject({ code: 0 })
    const restored = await again()
    // The read model is in no back-up: the projector makes it from the log, and until it has, the product is not ready.
    expect(await operator('lag', '--most', '5')).toMatchObject({ code: 0 })
    await expectShown(restored, bookings)
    for (const command of ['diff', 'verify']) expect(await operator(command)).toMatchObject({ code: 0 })
    // Keys and accounts are there, and the log goes on where it ended.
    await expectShown(restored, [await book(browser(restored), STAFF.slug)])
  },
)

/** Runs one of the operators' programs, as npm does. @param running data folder of the run that it works on */
async function program(running: string | undefined, path: string, words: readonly string[], data = running) {
  const settings = running === undefined ? [] : [`--env-file=${join(running, 'environment')}`]
  const child = spawn(process.execPath, [...settings, path, ...words], {
    cwd: ROOT,
    env: { ...NODE_ENVIRONMENT, ...(data === undefined ? {} : { FORECOURT_DATA: data }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out: `${out}${errors}` }
}
