import type { Core } from '@forecourt/command/log/core.ts'
import { BusinessId, Slug } from '@forecourt/domain/ids.ts'
import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { RefusedError } from '../cli/command.ts'

/** The business that has the slug. @throws {RefusedError} there is none */
export async function businessOfSlug(core: Core, text: string): Promise<BusinessId> {
  const slug = Slug.safeParse(text)
  const owner = slug.success ? (await core.names.load(slugClaimStream(slug.data))).state.ownerId : undefined
  if (owner === undefined) throw new RefusedError('business-not-found', `there is no business with the slug ${text}`)
  return BusinessId.parse(owner)
}
