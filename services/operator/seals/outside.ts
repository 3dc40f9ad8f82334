import type { Seal } from '@forecourt/event-log/seals/chain.ts'
import type { PlacedSeal } from '@forecourt/event-log/seals/read-seals.ts'
import { sealsInFile, sizeOfSealFile, UnreadableSealFile } from '@forecourt/event-log/seals/seal-file.ts'
import type { Finding } from './finding.ts'

/** The seals outside the database, beside which those of the log are laid. */
interface Outside {
  /** Whether the file has this one in its place. Called with each seal of the log, in their order. */
  faultsOf(placed: PlacedSeal): Promise<Finding[]>
  /** What the file has and the log has not, or the other way round. @param seals how many of the log's were looked at */
  faultsAfter(seals: number): Promise<Finding[]>
}

/**
 * A sealer writes to the log and at once to the file: between the two, or where it was killed there, the file is one seal
 * behind.
 */
const BEHIND = 1

/** Opens the file as it is now: what is added to it later is looked at another time. @param path undefined: there is none */
export async function openOutside(path: string | undefined): Promise<Outside> {
  if (path === undefined) return { faultsOf: async () => [], faultsAfter: async () => [] }
  const size = await sizeOfSealFile(path)
  const kept = sealsInFile(path, size ?? 0)
  let lacking = 0
  let isUnreadable = false
  /** What the file has next, or what is in its place; nothing is compared behind that. */
  async function nextKept() {
    try {
      return await kept.next()
    } catch (error) {
      if (!(error instanceof UnreadableSealFile)) throw error
      isUnreadable = true
      return about(`${error.message}: what follows there cannot be compared with the log`)
    }
  }
  return {
    async faultsOf({ seal, position }) {
      if (isUnreadable) return []
      const next = await nextKept()
      if ('what' in next) return [next]
      if (next.done === true) lacking += 1
      else if (next.value.signature !== seal.signature) {
        return [{ position, what: `seal ${seal.number} is not the one that the file has` }]
      }
      return []
    },
    async faultsAfter(seals) {
      if (size === undefined)
        return [about(`SEAL_FILE names ${path}, which is not there: no end can be compared with it`)]
      if (isUnreadable) return []
      const more = await nextKept()
      if ('what' in more) return [more]
      if (more.done !== true) return [about(cutOff(more.value))]
      if (lacking <= BEHIND) return []
      // Those that were put since are in it by now.
      const has = await numberOf(sealsInFile(path))
      return seals - has <= BEHIND ? [] : [about(`the file ends with seal ${has}, but the log has ${seals}: ${SHORT}`)]
    },
  }
}

const SHORT = 'its end was cut off, or no sealer writes to it'

const about = (what: string): Finding => ({ position: undefined, what })

const cutOff = ({ number, throughPosition }: Seal) =>
  `the file goes on with seal ${number}, up to position ${throughPosition}, which the log has not got: its end was cut off`

async function numberOf(seals: AsyncIterable<Seal>): Promise<number> {
  let count = 0
  for await (const _ of seals) count += 1
  return count
}
