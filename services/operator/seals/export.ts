import { createHash } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { isSealed, leafOf, leavesOf } from '@forecourt/event-log/seals/chain.ts'
import { businessOfSlug } from '../business/find.ts'
import { type Command, type Given, optional, RefusedError, required, StoppedError, UsageError } from '../cli/command.ts'
import { inNewFolder, refuseOld } from '../cli/new-folder.ts'
import type { Platform } from '../platform.ts'
import { instantFrom } from '../replay/instant.ts'
import { watched } from '../replay/watched.ts'
import { type SealedPart, sealedParts } from './sealed-parts.ts'

const VERIFIER = fileURLToPath(new URL('verifier.mjs', import.meta.url))

/** `forecourt export`: what happened to one business, with the proof that it is what was sealed. */
export const exportCommand: Command = {
  name: 'export',
  onlyReads: true,
  summary: "a business's events with their seals, and a verifier that needs only Node",
  example: 'forecourt export --business harbour-hire --from 2026-01-01T00:00Z --out harbour-hire-2026',
  explained: [
    ['--business SLUG', 'whose'],
    ['--from INSTANT', 'from when on; from the beginning unless given'],
    ['--to INSTANT', 'up to just before when; up to now unless given'],
    ['--out FOLDER', 'new folder for manifest.json, events.jsonl, seals.jsonl and verify.mjs'],
  ],
  needs: ['business', 'out'],
  options: { business: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' }, out: { type: 'string' } },
  async run(given, platform, progress) {
    const { core, seals, isDense } = platform
    const out = required(given, 'out', { line: 1_000 })
    refuseOld(out)
    const part = await partOf(given, platform)

    const log = watched(core.log, progress, await core.log.head(), isDense)
    const manifest = await inNewFolder(out, async (folder) => {
      const written = await write(folder, sealedParts(log, seals.publicKeys), (event) => isWithin(part, event))
      if (progress.signal.aborted) throw new StoppedError('stopped: nothing was exported')
      const made = manifestOf(part, written, seals.publicKeys)
      writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(made, undefined, 2)}\n`)
      copyFileSync(VERIFIER, join(folder, 'verify.mjs'))
      return made
    })
    return {
      sentences: [
        `${manifest.count} events of ${part.slug} are in ${out}, ${manifest.unsealed} of them not sealed yet:`,
        `  manifest.json  whose, from when to when, how many, their root hash ${manifest.root} and the public keys`,
        `  events.jsonl   ${manifest.count} events as they are stored, a line each`,
        `  seals.jsonl    ${manifest.seals} seals that cover them, a line each`,
        '  verify.mjs     the verifier',
        `To check them anywhere: node ${join(out, 'verify.mjs')} --key PUBLIC-KEY, with the key, and the verifier, from another source than this`,
      ],
      facts: { out, files: FILES, ...manifest },
    }
  },
}

const FILES = ['manifest.json', 'events.jsonl', 'seals.jsonl', 'verify.mjs']

/** Which part of the log is exported. */
interface Part {
  readonly businessId: BusinessId
  readonly slug: string
  /** Undefined: from the beginning. */
  readonly from: Date | undefined
  /** Up to just before then. */
  readonly to: Date
}

/** What the command line asks for. @throws {RefusedError} there is no such business {UsageError} no time is within */
async function partOf(given: Given, { core, call }: Platform): Promise<Part> {
  const slug = required(given, 'business', { line: 63 })
  const businessId = await businessOfSlug(core, slug)
  const business = (await core.businesses.load(businessStream(businessId))).state
  if (business === undefined) throw new RefusedError('business-not-found', `there is no business ${slug}`)
  const now = call.now()
  const instant = (option: 'from' | 'to') => {
    const text = optional(given, option, { line: 40 })
    return text === undefined ? undefined : instantFrom(text, business.timeZone, now)
  }
  const [from, to] = [instant('from'), instant('to') ?? now]
  // Empty evidence looks like evidence that nothing happened.
  if (from !== undefined && from >= to) {
    throw new UsageError(`--from has to be earlier than --to: ${from.toISOString()} is not before ${to.toISOString()}`)
  }
  return { businessId, slug, from, to }
}

const isWithin = ({ businessId, from, to }: Part, { metadata, recordedAt }: Recorded) =>
  metadata.tenantId === businessId && recordedAt < to && (from === undefined || recordedAt >= from)

const manifestOf = (
  { businessId, slug, from, to }: Part,
  written: Awaited<ReturnType<typeof write>>,
  publicKeys: Platform['seals']['publicKeys'],
) => ({
  format: 'forecourt-export-1',
  business: { id: businessId, slug },
  from: from?.toISOString() ?? null,
  to: to.toISOString(),
  ...written,
  publicKeys: [...publicKeys.values()].map((key) =>
    key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
  ),
})

/** Writes the events that are wanted and the seals that cover them; what is held at a time are the events of one seal. */
async function write(folder: string, parts: AsyncIterable<SealedPart>, isWanted: (event: Recorded) => boolean) {
  const root = createHash('sha256')
  const counts = { count: 0, unsealed: 0, seals: 0 }
  const events = await open(join(folder, 'events.jsonl'), 'wx')
  const seals = await open(join(folder, 'seals.jsonl'), 'wx')
  try {
    for await (const { placed, events: covered } of parts) {
      const places =
        placed === undefined ? undefined : new Map(leavesOf(placed.seal).map((leaf, index) => [leaf, index]))
      const lines: string[] = []
      for (const event of covered.filter((one) => isSealed(one) && isWanted(one))) {
        const leaf = leafOf(event)
        root.update(leaf, 'hex')
        const place = { seal: placed?.seal.number ?? null, index: places?.get(leaf) ?? null }
        const { kind: _, ...rest } = event
        lines.push(
          `${JSON.stringify({ ...place, ...rest, position: String(event.position), revision: String(event.revision) })}\n`,
        )
      }
      if (lines.length === 0) continue
      await events.appendFile(lines.join(''))
      counts.count += lines.length
      if (placed === undefined) counts.unsealed += lines.length
      else {
        counts.seals += 1
        await seals.appendFile(`${JSON.stringify(placed.seal)}\n`)
      }
    }
  } finally {
    await events.close()
    await seals.close()
  }
  return { ...counts, root: root.digest('hex') }
}
