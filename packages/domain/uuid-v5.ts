import { createHash } from 'node:crypto'
import { z } from 'zod'

const Namespace = z.guid()

/**
 * The UUID of a name within a namespace (RFC 9562 section 5.5): the same two always give the same, so that an id which
 * is made twice is the same id.
 * @param namespace a UUID
 * @param name any text; hashed as UTF-8
 * @returns lower-case UUID of version 5
 * @throws {z.ZodError} when the namespace is not a UUID
 */
export function uuidV5(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(Namespace.parse(namespace).replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
