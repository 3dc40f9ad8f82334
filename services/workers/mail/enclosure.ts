import type { StoredFact } from '@forecourt/event-log/codec.ts'
import { isContractPath, type LookupKey, storageKey } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'

interface Storing {
  readonly storage: Pick<ObjectStorage, 'read'>
  readonly lookupKey: LookupKey
}

interface Enclosure {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

const LONGEST_ENCLOSURE = 8 * 1024 * 1024

/** The file that a mail about this fact encloses, if it does: a signed contract. `gone`: it was deleted. */
export async function enclosureOf(
  { storage, lookupKey }: Storing,
  cause: StoredFact,
): Promise<Enclosure | 'gone' | undefined> {
  if (cause.type !== 'SignedContractFiled') return undefined
  const { contractPath } = cause.data
  if (!isContractPath(lookupKey, contractPath)) throw new Error('a contract is not where contracts are')
  const file = await storage.read(storageKey(contractPath), LONGEST_ENCLOSURE)
  if (file === undefined) return 'gone'
  return { filename: 'rental-agreement.pdf', contentType: 'application/pdf', content: file.bytes }
}
