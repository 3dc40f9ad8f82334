import type { History } from '../history.ts'
import { type Answered, isAcknowledged, named } from './commands.ts'

/** By which call it is said that a file is there. */
export type Finishing = 'finishLicenceUpload' | 'finishContractUpload'

/** An upload is the same file for whoever finishes it again, and no other upload's. */
export function faultsOfUploads(history: History, call: Finishing): string[] {
  const taken = takenIn(history, call)
  const finished = taken.filter(hasFile)
  return [
    ...taken
      .filter((request) => !hasFile(request))
      .map((request) => `${named(request)} was not told of what file it is`),
    ...inconsistent(finished, uploadOf, fileOf, 'was told of'),
    ...inconsistent(finished, fileOf, uploadOf, 'is what came of'),
  ]
}

/** An upload that somebody was told of as a file. */
interface Uploaded {
  /** By which it is known again. */
  readonly name: string
  readonly businessId: string
}

/** What was uploaded, by the paths that those who did so were told of. */
export const uploadsIn = (history: History, call: Finishing): ReadonlyMap<string, Uploaded> =>
  new Map(
    takenIn(history, call)
      .filter(hasFile)
      .map((request) => [fileOf(request), { name: String(request.asked.picture), businessId: request.businessId }]),
  )

const takenIn = ({ requests }: History, finishing: Finishing): Answered[] =>
  requests.filter(({ call }) => call === finishing).filter(isAcknowledged)

const hasFile = ({ answer }: Answered): boolean => answer.file !== null
const fileOf = ({ answer }: Answered) => String(answer.file)
const uploadOf = ({ asked }: Answered) => String(asked.upload)

/** Says of which of the first there is more than one of the second. */
function inconsistent(
  requests: readonly Answered[],
  one: (request: Answered) => string,
  other: (request: Answered) => string,
  verb: string,
): string[] {
  return [...Map.groupBy(requests, one)].flatMap(([name, its]) => {
    const others = new Set(its.map(other))
    return others.size > 1 ? [`${name} ${verb} ${[...others].join(' and ')}`] : []
  })
}
