// Checks an export of the event log: node verify.mjs [FOLDER] [--key PUBLICKEY] [--allow-unsealed]. Needs Node 20 or later
// and nothing else.
//
// Each event of events.jsonl is hashed again; its hash has to stand in the seal that its line names, at the place that it
// names; each seal has to be signed by a key of the manifest. Compare those keys with what the platform publishes, or give
// the one that you trust with --key. Personal data in the events is encrypted and stays so.
//
// The manifest is signed by nobody, so nothing is believed for standing there: the events have to be of its business and time
// by what was sealed, in the sealed order, each once, and the revisions of a stream without a gap; the slug is that under which
// the business was onboarded, and an export from the beginning holds that. Events that were not sealed yet prove nothing; they
// may only be the last ones. No hash covers a position: one is believed as far as it rises and stays within
// its seal, whose beginning is known when the seal before it is here too. What no
// export can show is that a stream goes on after its last event here, that there is another stream, or, where it begins at a
// time, what was before: for that the log itself is asked (forecourt verify). An export without an event therefore proves nothing.
//
// An event's hash is SHA-256 over netstrings (length in bytes, ":", the UTF-8 bytes, ",") of stream, revision, id, type,
// recordedAt and data, then of each metadata name and value in the order of the names. A seal's root is SHA-256 over the root
// before and the hashes that it names; its signature (Ed25519) covers the lines of signedText below.

import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const sha256 = () => createHash('sha256')
/** @param {string} text */
const netstring = (text) => `${Buffer.byteLength(text)}:${text},`

/** @param {{ stream: string, revision: string, id: string, type: string, recordedAt: string, data: string, metadata: Record<string, string> }} event */
function hashOf({ stream, revision, id, type, recordedAt, data, metadata }) {
  const names = Object.keys(metadata).toSorted()
  const texts = [stream, revision, id, type, recordedAt, data, ...names.flatMap((name) => [name, metadata[name] ?? ''])]
  return sha256().update(texts.map(netstring).join('')).digest('hex')
}

/** What a line of events.jsonl has. Anything else was sealed by nobody. */
const MEMBERS = new Set('seal index stream revision id type position recordedAt data metadata'.split(' '))
const OF_MANIFEST = new Set('format business from to count unsealed seals root publicKeys'.split(' '))
const OF_SEAL = new Set('number throughPosition count total leaves previousRoot root keyId signature'.split(' '))
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** @param {unknown} text */
const isInstant = (text) => typeof text === 'string' && INSTANT.test(text) && new Date(text).toJSON() === text

/** The manifest, whose texts are shown and compared from here on. @param {string} folder */
function readManifest(folder) {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
  const manifest = JSON.parse(text)
  const { format, business, from, to } = manifest
  if (format !== 'forecourt-export-1') throw new Error('manifest.json is of another format')
  const strange = Object.keys(manifest).filter((name) => !OF_MANIFEST.has(name))
  const isPlain = text === `${JSON.stringify(manifest, undefined, 2)}\n`
  if (strange.length > 0 || !isPlain || Object.keys(business ?? {}).join() !== 'id,slug')
    throw new Error('manifest.json is not written as an export writes it')
  if (!/^[a-z0-9-]{1,63}$/.test(business?.slug) || !/^[0-9a-f-]{36}$/.test(business.id))
    throw new Error('manifest.json names no business')
  if (!isInstant(to) || (from !== null && (!isInstant(from) || from >= to)))
    throw new Error('manifest.json names no time that something could have happened in')
  return manifest
}

/** @param {Record<string, unknown>} seal */
const signedText = ({ number, throughPosition, count, total, previousRoot, root }) =>
  ['forecourt-seal-1', number, throughPosition, count, total, previousRoot, root, ''].join('\n')

/** A line ends with a line feed and nothing else: texts have other ends of lines in them. @param {string} file */
async function* textLines(file) {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const whole = (rest + chunk).split('\n')
    rest = whole.pop() ?? ''
    yield* whole
  }
  if (rest !== '') yield rest
}

/** @param {string} file */
async function* lines(file) {
  let number = 0
  for await (const line of textLines(file)) {
    number += 1
    const value = JSON.parse(line)
    // A name that is there twice, or a number written in another way, would be read otherwise by somebody else.
    if (JSON.stringify(value) !== line) throw new Error(`${file}, line ${number} is not written as an export writes it`)
    yield { value, where: `${file}, line ${number}` }
  }
}

/** @param {string} base64 the 32 bytes of a public key */
function keyOf(base64) {
  const bytes = Buffer.from(base64, 'base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes])
  return [sha256().update(bytes).digest('hex').slice(0, 16), createPublicKey({ key: der, format: 'der', type: 'spki' })]
}

/** Each event's place in the seals comes after that of the one before it; the last ones may have none yet. */
function orderKeeper() {
  let last = [0, -1]
  return (/** @type {{ seal: number | null, index: number | null }} */ { seal, index }) => {
    const isPlace = seal === null ? index === null : Number.isSafeInteger(seal) && Number.isSafeInteger(index)
    if (!isPlace) return false
    const place = seal === null ? [Number.POSITIVE_INFINITY, -1] : [seal, index ?? -1]
    const isLater = place[0] > last[0] || (place[0] === last[0] && (seal === null || place[1] > last[1]))
    last = place
    return isLater
  }
}

/**
 * Positions rise, and a seal signs up to which it goes. Where it begins is known when the one before it is here as well.
 * @param {Map<number, bigint>} through up to which position a seal goes, by its number
 */
function placeKeeper(through) {
  let last = 0n
  return (/** @type {{ position: string, seal: number | null }} */ { position, seal }) => {
    const here = typeof position === 'string' && /^\d{1,19}$/.test(position) ? BigInt(position) : 0n
    const [before, end] = seal === null ? [undefined, undefined] : [through.get(seal - 1), through.get(seal)]
    const isPlaced = here > last && (before === undefined || here > before) && (end === undefined || here <= end)
    last = here > last ? here : last
    return isPlaced
  }
}

/** The streams that belong to one business alone: of all others there are the events of others in between. */
const OWN = /^rent\.(?:business|user|vehicle|schedule|customer|notification)-/

/** @param {boolean} fromTheBeginning whether the export holds all that there was up to its end */
function gapFinder(fromTheBeginning) {
  /** @type {Map<string, bigint>} */
  const revisions = new Map()
  return (/** @type {{ stream: string, revision: string }} */ { stream, revision }) => {
    const before = revisions.get(stream)
    const own = BigInt(revision)
    revisions.set(stream, own)
    if (!OWN.test(stream)) return before === undefined || own > before
    return before === undefined ? !fromTheBeginning || own === 0n : own === before + 1n
  }
}

/** Whether the event is one of those that the manifest speaks of, by what was sealed and not by where it stands. */
function isOf({ business, from, to }, { metadata, recordedAt }) {
  return metadata.tenantId === business.id && recordedAt < to && (from === null || recordedAt >= from)
}

/** @param {string} folder @param {string[]} trusted */
async function check(folder, trusted) {
  /** @type {string[]} */
  const faults = []
  const manifest = readManifest(folder)
  const keys = new Map((trusted.length > 0 ? trusted : manifest.publicKeys).map(keyOf))

  /** Ids of the keys that have signed. @type {Set<string>} */
  const signers = new Set()
  /** @type {Map<number, string[]>} hashes that a seal names, by its number */
  const sealed = new Map()
  /** @type {Map<number, bigint>} up to which position a seal goes, by its number */
  const through = new Map()
  for await (const { value: seal, where } of lines(join(folder, 'seals.jsonl'))) {
    const leaves = Buffer.from(seal.leaves, 'base64')
    const key = keys.get(seal.keyId)
    const root = sha256().update(seal.previousRoot, 'hex').update(leaves).digest('hex')
    const isWritten = Object.keys(seal).every((name) => OF_SEAL.has(name)) && leaves.toString('base64') === seal.leaves
    if (!isWritten || sealed.has(seal.number)) faults.push(`${where}: the seal is not as it was put`)
    const isSigned =
      key !== undefined && verify(null, Buffer.from(signedText(seal)), key, Buffer.from(seal.signature, 'base64'))
    if (!isSigned) faults.push(`${where}: seal ${seal.number} is not signed by a key that is trusted`)
    else if (root !== seal.root) faults.push(`${where}: seal ${seal.number} names other hashes than it was signed for`)
    else {
      signers.add(seal.keyId)
      sealed.set(seal.number, leaves.toString('hex').match(/.{64}/g) ?? [])
      through.set(seal.number, BigInt(seal.throughPosition))
    }
  }

  const all = sha256()
  const isInOrder = orderKeeper()
  const isWithoutGap = gapFinder(manifest.from === null)
  const isPlaced = placeKeeper(through)
  /** @type {unknown} */
  let slug
  let count = 0
  let unsealed = 0
  for await (const { value: event, where } of lines(join(folder, 'events.jsonl'))) {
    const hash = hashOf(event)
    all.update(hash, 'hex')
    count += 1
    if (event.seal === null) unsealed += 1
    else if (sealed.get(event.seal)?.[event.index] !== hash)
      faults.push(`${where}: the event at position ${event.position} is not what was sealed (seal ${event.seal})`)
    if (!isInOrder(event)) faults.push(`${where}: the event is not where it was sealed: moved, doubled or put in`)
    if (!isWithoutGap(event))
      faults.push(`${where}: events of ${event.stream} before revision ${event.revision} are missing`)
    if (!isOf(manifest, event))
      faults.push(`${where}: the event is not of the business and the time that the manifest names`)
    if (!isPlaced(event)) faults.push(`${where}: the position is not one that this event can have had`)
    const strange = Object.keys(event).filter((name) => !MEMBERS.has(name))
    if (strange.length > 0) faults.push(`${where}: ${strange.length} members that nobody has sealed`)
    if (event.type === 'BusinessOnboarded' && event.seal !== null) slug = JSON.parse(event.data).slug
  }
  if (slug !== undefined && slug !== manifest.business.slug)
    faults.push(`the manifest names the business ${manifest.business.slug}, which was onboarded under another slug`)
  if (slug === undefined && manifest.from === null && count > unsealed)
    faults.push('the events are said to be there from the beginning, but that of the business is missing')
  const root = all.digest('hex')
  if (count !== manifest.count) faults.push(`the manifest says ${manifest.count} events, there are ${count}`)
  if (sealed.size !== manifest.seals) faults.push(`the manifest says ${manifest.seals} seals, there are ${sealed.size}`)
  if (unsealed !== manifest.unsealed)
    faults.push(`the manifest says ${manifest.unsealed} unsealed events, there are ${unsealed}`)
  if (root !== manifest.root) faults.push(`the manifest's root hash is not that of these events`)
  return { manifest, faults, count, unsealed, isOnboarded: slug !== undefined, keyIds: [...signers] }
}

const USAGE = 'Usage: node verify.mjs [FOLDER] [--key PUBLIC-KEY] … [--allow-unsealed]'

/** @satisfies {import('node:util').ParseArgsConfig} */
const SPELLING = /** @type {const} */ ({
  allowPositionals: true,
  options: { key: { type: 'string', multiple: true }, 'allow-unsealed': { type: 'boolean' } },
})

/** What was asked for. @throws {Error} an option that is not one, or a key that is none: nobody is to believe it was heeded */
function readWords() {
  // In words of our own: Node's speak to whoever writes a program.
  for (const token of parseArgs({ ...SPELLING, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const takesValue = name === 'key'
    if (!Object.hasOwn(SPELLING.options, name)) throw new Error(`${rawName} is no option`)
    // What begins with a dash is more likely the next option.
    const hasValue = value !== undefined && (inlineValue || !value.startsWith('-'))
    if (takesValue !== hasValue) throw new Error(`${rawName} ${takesValue ? 'needs a' : 'takes no'} value`)
  }
  const { values, positionals } = parseArgs(SPELLING)
  if (positionals.length > 1) throw new Error(`"${positionals[1]}" is one word too many`)
  const trusted = values.key ?? []
  for (const key of trusted)
    if (!/^[A-Za-z0-9+/]{43}=$/.test(key)) throw new Error('--key takes a public key: 32 bytes in base64')
  return { trusted, mayBeUnsealed: values['allow-unsealed'] === true, folder: positionals[0] }
}

/** @param {unknown} error a text of the export in it is shown without what would steer a terminal */
const told = (error) => (error instanceof Error ? error.message : String(error)).replace(/\p{Cc}/gu, '\u{fffd}')

/** @type {ReturnType<typeof readWords> | undefined} */
let words
try {
  words = readWords()
  const { trusted, mayBeUnsealed, folder = dirname(fileURLToPath(import.meta.url)) } = words
  const { manifest, faults, count, unsealed, isOnboarded, keyIds } = await check(folder, trusted)
  for (const fault of faults) console.error(told(fault))
  if (faults.length === 0) {
    console.log(
      `${count} events of ${manifest.business.slug} from ${manifest.from ?? 'the beginning'} to ${manifest.to}:`,
    )
    console.log(
      `${count - unsealed} are what was sealed under ${keyIds.join(', ') || 'no key'}, ${unsealed} were not sealed yet.`,
    )
    if (unsealed > 0)
      console.log('Nothing proves those: export again when they are sealed, or accept them with --allow-unsealed.')
    if (count === 0)
      console.log('There is no event in it: that proves neither that something happened nor that nothing did.')
    else if (!isOnboarded)
      console.log(
        `That the business ${manifest.business.id} is ${manifest.business.slug} is the manifest's word alone.`,
      )
    if (trusted.length === 0)
      console.log('The keys are the ones that the export names: compare them with a source you trust.')
    console.log('Whoever hands over an export hands over its verifier: take that, too, from a source you trust.')
  } else console.error(`${faults.length} faults: this export is not what was sealed.`)
  process.exitCode = faults.length > 0 || count === 0 || (unsealed > 0 && !mayBeUnsealed) ? 1 : 0
} catch (error) {
  console.error(words === undefined ? told(error) : `This is no export that can be read: ${told(error)}`)
  if (words === undefined) console.error(USAGE)
  process.exitCode = 2
}
