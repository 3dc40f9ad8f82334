import { createHash } from 'node:crypto'
import type { Request } from './history.ts'

/** How the runner and the checker read the same things out of what was sent and answered. */

/** A tenant's canary: a word that can stand in names, and that nobody writes by chance. @param word lower-case letters and digits */
export const canaryOf = (word: string): string => `canary${word}`

/** Every canary in a text, each once. */
export const canariesIn = (text: string): string[] => [...new Set(text.match(/canary[0-9a-z]+/g))]

/**
 * A renter's mark: a telephone number that nobody else has. It is in all that they say of themselves, so that whatever shows them
 * shows it. @param number below a thousand million
 */
export const markOf = (number: number): string => `07${String(number).padStart(9, '0')}`

/** Every renter's mark in a text, each once. */
export const marksIn = (text: string): string[] => [...new Set(text.match(/(?<!\d)07\d{9}(?!\d)/g))]

/** What tells one body from another. @param body JSON text as it was sent */
export const digestOf = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** An entity tag of the query service: `"presentation_business_version…"`. */
const TAG = /^(?:W\/)?"\d+_(?<business>[0-9a-f-]{36})_(?<version>[0-9]+\.[0-9]+\.[0-9a-f-]{36})[_"]/

const inTag = (etag: string | null, part: 'business' | 'version'): string | null =>
  TAG.exec(etag ?? '')?.groups?.[part] ?? null

/** The version in an entity tag of the query service; null when it is none. */
export const versionIn = (etag: string | null): string | null => inTag(etag, 'version')

/** The business whose rows an answer with that entity tag shows; null when it is none of the query service. */
export const businessIn = (etag: string | null): string | null => inTag(etag, 'business')

/** What tells one file from another: its SHA-256, in hexadecimal digits. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** What an upload is known by that is kept as it came, as PDFs are. @param sha256 of its bytes, in hexadecimal digits */
export const fileNamed = (sha256: string): string => `file ${sha256}`

/** An answer that says nothing but its status. */
export const answered = (status: number, code = '') =>
  ({
    kind: 'answer',
    status,
    code,
    position: null,
    stale: false,
    version: null,
    rowsOf: null,
    id: null,
    bookings: {},
    vehicles: {},
    periods: null,
    file: null,
    picture: null,
    document: null,
    reference: null,
    outcome: null,
    user: null,
    body: null,
    canaries: [],
    marks: [],
  }) satisfies Request['answer']
