// Checks an export of the event log: node verify.mjs [FOLDER] [--key PUBLICKEY]. Needs Node 20 or later and nothing else.
//
// Each event of events.jsonl is hashed again; its hash has to stand in the seal that its line names, at the place that it
// names; each seal has to be signed by a key of the manifest. Compare those keys with what the platform publishes, or give
// the one that you trust with --key. Personal data in the events is encrypted and stays so.
//
// An event's hash is SHA-256 over netstrings (length in bytes, ":", the UTF-8 bytes, ",") of stream, revision, id, type,
// recordedAt and data, then of each metadata name and value in the order of the names. A seal's root is SHA-256 over the root
// before and the hashes that it names; its signature (Ed25519) covers the lines of signedText below.

import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const sha256 = () => createHash('sha256')
/** @param {string} text */
const netstring = (text) => `${Buffer.byteLength(text)}:${text},`

/** @param {{ stream: string, revision: string, id: string, type: string, recordedAt: string, data: string, metadata: Record<string, string> }} event */
function hashOf({ stream, revision, id, type, recordedAt, data, metadata }) {
  const names = Object.keys(metadata).toSorted()
  const texts = [stream, revision, id, type, recordedAt, data, ...names.flatMap((name) => [name, metadata[name] ?? ''])]
  return sha256().update(texts.map(netstring).join('')).digest('hex')
}

/** @param {Record<string, unknown>} seal */
const signedText = ({ number, throughPosition, count, total, previousRoot, root }) =>
  ['forecourt-seal-1', number, throughPosition, count, total, previousRoot, root, ''].join('\n')

/** @param {string} file */
async function* lines(file) {
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    yield { value: JSON.parse(line), where: `${file}, line ${number}` }
  }
}

/** @param {string} base64 the 32 bytes of a public key */
function keyOf(base64) {
  const bytes = Buffer.from(base64, 'base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes])
  return [sha256().update(bytes).digest('hex').slice(0, 16), createPublicKey({ key: der, format: 'der', type: 'spki' })]
}

/** @param {string} folder @param {string[]} trusted */
async function check(folder, trusted) {
  /** @type {string[]} */
  const faults = []
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const keys = new Map((trusted.length > 0 ? trusted : manifest.publicKeys).map(keyOf))

  /** @type {Map<number, string[]>} hashes that a seal names, by its number */
  const sealed = new Map()
  for await (const { value: seal, where } of lines(join(folder, 'seals.jsonl'))) {
    const leaves = Buffer.from(seal.leaves, 'base64')
    const key = keys.get(seal.keyId)
    const root = sha256().update(seal.previousRoot, 'hex').update(leaves).digest('hex')
    const isSigned =
      key !== undefined && verify(null, Buffer.from(signedText(seal)), key, Buffer.from(seal.signature, 'base64'))
    if (!isSigned) faults.push(`${where}: seal ${seal.number} is not signed by a key that is trusted`)
    else if (root !== seal.root) faults.push(`${where}: seal ${seal.number} names other hashes than it was signed for`)
    else sealed.set(seal.number, leaves.toString('hex').match(/.{64}/g) ?? [])
  }

  const all = sha256()
  let count = 0
  let unsealed = 0
  for await (const { value: event, where } of lines(join(folder, 'events.jsonl'))) {
    const hash = hashOf(event)
    all.update(hash, 'hex')
    count += 1
    if (event.seal === null) unsealed += 1
    else if (sealed.get(event.seal)?.[event.index] !== hash)
      faults.push(`${where}: the event at position ${event.position} is not what was sealed (seal ${event.seal})`)
  }
  const root = all.digest('hex')
  if (count !== manifest.count) faults.push(`the manifest says ${manifest.count} events, there are ${count}`)
  if (unsealed !== manifest.unsealed)
    faults.push(`the manifest says ${manifest.unsealed} unsealed events, there are ${unsealed}`)
  if (root !== manifest.root) faults.push(`the manifest's root hash is not that of these events`)
  return { manifest, faults, count, unsealed, keyIds: [...keys.keys()] }
}

const given = process.argv.slice(2)
const at = given.indexOf('--key')
const trusted = at === -1 ? [] : given.splice(at, 2).slice(1)
const folder = given[0] ?? dirname(fileURLToPath(import.meta.url))
try {
  const { manifest, faults, count, unsealed, keyIds } = await check(folder, trusted)
  for (const fault of faults) console.error(fault)
  if (faults.length === 0) {
    console.log(
      `${count} events of ${manifest.business.slug} from ${manifest.from ?? 'the beginning'} to ${manifest.to}:`,
    )
    console.log(`${count - unsealed} are what was sealed under ${keyIds.join(', ')}, ${unsealed} were not sealed yet.`)
    if (trusted.length === 0)
      console.log('The keys are the ones that the export names: compare them with a source you trust.')
  } else console.error(`${faults.length} faults: this export is not what was sealed.`)
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  console.error(`This is no export that can be read: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
