import { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { del, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { type Kept, renterStore } from './renter-store.ts'
import { within } from './within.ts'

/**
 * What a renter's own page has last shown, and when, so that it can be read without a network. Stored where: IndexedDB
 * `forecourt-renter`, under a hash of the link's token and encrypted with a key made of it: neither the token nor anything of
 * the booking can be read there by whoever has not the link.
 */
export interface BookingCopy {
  readonly booking: RenterBooking
  readonly at: number
}

/** What was kept for a link; undefined when nothing was, or it cannot be read. Does not reject. */
export async function readCopy(token: string): Promise<BookingCopy | undefined> {
  try {
    const { name, key } = await secretsOf(token)
    const kept = await within(() => get<Kept>(name, renterStore()))
    if (kept === undefined) return undefined
    const text = new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, key, kept.content),
    )
    const { success, data } = z.safeParse(RenterBooking, JSON.parse(text))
    return success ? { booking: data, at: kept.at } : undefined
  } catch {
    return undefined
  }
}

/** Keeps it. A device that keeps nothing shows it all the same. Does not reject. */
export async function keepCopy(token: string, { booking, at }: BookingCopy): Promise<void> {
  try {
    const { name, key } = await secretsOf(token)
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = bytes(JSON.stringify(booking))
    const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
    await within(() => set(name, { at, iv, content } satisfies Kept, renterStore()))
  } catch {
    // It is shown, and not kept.
  }
}

/** Forgets what was kept for a link: the server no longer knows it. Does not reject. */
export async function forgetRenterCopy(token: string): Promise<void> {
  try {
    const { name } = await secretsOf(token)
    await within(() => del(name, renterStore()))
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)

/** Two values that have nothing to do with each other, and of which the token cannot be told. */
async function secretsOf(token: string): Promise<{ readonly name: string; readonly key: CryptoKey }> {
  const secret = await crypto.subtle.importKey('raw', bytes(token), 'HKDF', false, ['deriveBits', 'deriveKey'])
  const by = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes(info) })
  const [hash, key] = await Promise.all([
    crypto.subtle.deriveBits(by('name'), secret, 256),
    crypto.subtle.deriveKey(by('copy'), secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ])
  return { name: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''), key }
}
