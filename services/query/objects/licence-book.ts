import type { ContractPath, LicencePath } from '@forecourt/kit/object-path.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { answered } from '../reading/tenants.ts'

/** Whoever is shown a licence or a contract: a member of a business, or a customer of theirs on their own page, by their id. */
export interface Viewer {
  readonly userId: string
  readonly businessId: string
}

/** What belongs to a customer and is shown to members of their business only. */
type HeldPath = LicencePath | ContractPath

/** Somebody is shown a licence, or a contract (decisions "Files"). */
export interface LicenceView {
  readonly path: HeldPath
  readonly viewer: Viewer
}

/** Whose licences and contracts are, and who was shown them. */
export interface LicenceBook {
  /** The business whose customer a licence belongs to; undefined while no booking holds it, and after an erasure. */
  holderOf(path: HeldPath): Promise<string | undefined>
  /** Writes down a view: one record a person, licence and hour. */
  recordView(view: LicenceView): Promise<void>
}

const Holder = z.object({ holder: z.uuid().nullable() })

/**
 * @param database connected with the query service's role
 * @throws {Problem} 503 when it does not answer
 */
export function createLicenceBook(database: Queries): LicenceBook {
  return {
    async holderOf(path) {
      const asking = database.oneFirst(sql.type(Holder)`select public.licence_holder(${path}) as holder`)
      const holder = await answered(asking)
      return holder ?? undefined
    },

    async recordView({ path, viewer }) {
      // The role may insert and not read, so the conflict cannot be named: the key is the table's only one.
      const inserting = database.query(sql.unsafe`
        insert into public.object_views (object_path, user_id, hour, business_id)
        values (${path}, ${viewer.userId}, date_trunc('hour', now(), 'UTC'), ${viewer.businessId})
        on conflict do nothing
      `)
      await answered(inserting)
    },
  }
}
