import { hash } from 'node:crypto'
import { z } from 'zod'

const Namespace = z.guid()
const NAMESPACE_BYTES = 16

/**
 * The UUID of a name within a namespace (RFC 9562 section 5.5): the same two always give the same, so that an id which
 * is made twice is the same id.
 * @param namespace a UUID
 * @param name any text; hashed as UTF-8
 * @returns lower-case UUID of version 5
 * @throws {z.ZodError} when the namespace is not a UUID
 */
export function uuidV5(namespace: string, name: string): string {
  const named = Buffer.allocUnsafe(NAMESPACE_BYTES + Buffer.byteLength(name))
  named.write(Namespace.parse(namespace).replaceAll('-', ''), 'hex')
  named.write(name, NAMESPACE_BYTES)
  const bytes = hash('sha1', named, 'buffer')
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
