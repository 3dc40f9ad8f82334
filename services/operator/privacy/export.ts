import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { belongingsOf } from '@forecourt/event-log/vault/departures.ts'
import { storagePrefix } from '@forecourt/kit/object-path.ts'
import { businessOfSlug } from '../business/find.ts'
import { type Command, RefusedError, required, StoppedError } from '../cli/command.ts'
import { inNewFolder, refuseOld } from '../cli/new-folder.ts'
import { entriesOf } from '../history/entries.ts'
import { eventsOf } from '../history/history.ts'
import { findSubject } from '../history/subjects.ts'
import type { Platform } from '../platform.ts'

/** `forecourt privacy export`: all that is known of a customer, for themselves. */
export const exportPerson: Command = {
  name: 'privacy export',
  onlyReads: true,
  summary: "a customer's data as JSON, and their files",
  operands: ['CUSTOMER'],
  example: 'forecourt privacy export ada@example.com --business harbour-hire --out ada',
  explained: [
    ['CUSTOMER', 'their id or e-mail address'],
    ['--business SLUG', 'whose customer'],
    ['--out FOLDER', 'new folder for data.json and files; that you looked is written to the log'],
  ],
  needs: ['business', 'out'],
  options: { business: { type: 'string' }, out: { type: 'string' } },
  async run(given, platform, progress) {
    const out = required(given, 'out', { line: 1_000 })
    refuseOld(out)
    const businessId = await businessOfSlug(platform.core, required(given, 'business', { line: 63 }))
    const subject = await findSubject(platform, 'customer', given.operand('CUSTOMER'), businessId)
    const events = await eventsOf(platform, subject, progress)
    if (events.length === 0) throw new RefusedError('not-found', `nothing is known of the customer ${subject.id}`)
    await platform.recordRevelation([subject.id], `privacy export ${subject.id}`)

    const told = await inNewFolder(out, async (folder) => {
      mkdirSync(join(folder, 'files'))
      const data = {
        customerId: subject.id,
        exportedAt: platform.call.now().toISOString(),
        files: await copyFiles(platform, subject.id, join(folder, 'files')),
        history: await entriesOf(events, platform.core.vault, true),
      }
      if (progress.signal.aborted) throw new StoppedError('stopped: nothing was exported')
      writeFileSync(join(folder, 'data.json'), `${JSON.stringify(data, undefined, 2)}\n`, { mode: 0o600 })
      return { events: data.history.length, files: data.files }
    })
    return {
      sentences: [
        `${told.events} events and ${told.files.length} files of the customer ${subject.id} are in ${out}:`,
        '  data.json  what happened, with all that is personal in it, and a list of the files',
        ...told.files.map(({ name, contentType }) => `  files/${name}  ${contentType}`),
      ],
      facts: { customerId: subject.id, out, ...told },
    }
  },
}

/** A file as it is handed over. */
interface Copied {
  readonly name: string
  /** What it is: a picture of a licence, or a contract. */
  readonly of: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

/** Every stored form of each of their files, by names that say what it is: `003-contract.pdf`, `002-licence-w480.webp`. */
async function copyFiles(platform: Platform, customerId: string, folder: string): Promise<Copied[]> {
  const { files } = await belongingsOf(platform.pool, customerId)
  const storage = platform.openStorage()
  const copied: Copied[] = []
  try {
    for (const path of files) {
      const kind = path.startsWith('/objects/contracts/') ? 'contract' : 'licence'
      for await (const { key } of storage.list(storagePrefix(path))) {
        const stored = await storage.get(key)
        if (stored === undefined) continue
        const { contentType, size } = stored
        const form = basename(key) === 'full' ? '' : `-${basename(key)}`
        const number = String(copied.length + 1).padStart(3, '0')
        const name = `${number}-${kind}${form}.${ENDINGS[contentType] ?? 'bin'}`
        await pipeline(stored.body, createWriteStream(join(folder, name), { mode: 0o600 }))
        copied.push({ name, of: kind, contentType, size })
      }
    }
  } finally {
    storage.close()
  }
  return copied
}

/** How the names of files end, so that whoever gets them can open them. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
