import type * as business from '@forecourt/domain/business/events.ts'
import type * as customer from '@forecourt/domain/customer/events.ts'
import type { EventDefinition } from '@forecourt/domain/event.ts'
import type { UserId } from '@forecourt/domain/ids.ts'
import type { Instant } from '@forecourt/domain/instant.ts'
import type * as notification from '@forecourt/domain/notification/events.ts'
import type * as schedule from '@forecourt/domain/schedule/events.ts'
import type * as user from '@forecourt/domain/user/events.ts'
import type * as vehicle from '@forecourt/domain/vehicle/events.ts'

/** Facts that may bring another picture of the licence to a customer's row. */
export type BringsPicture = 'BookingApproved' | 'BookingLicenceReplaced'

/** A fact as the projection reads it: what was sealed is opened, or null when the person was erased. */
type Told<D> =
  D extends EventDefinition<infer Type, infer Data, infer Personal>
    ? {
        readonly type: Type
        readonly data: Data
        readonly personal: [Personal] extends [never] ? null : Personal | null
        /** What was said of a licence: of the picture at this path, '' for none? Nothing else is said of pictures. */
        readonly isOfPicture: Data extends { readonly picture: string | null } ? (path: string) => boolean : null
        /**
         * Of what may make a picture the customer's: what tells the one at this path ('' for none) from others of theirs, undefined
         * when their key is gone.
         */
        readonly markOf: Type extends BringsPicture ? (path: string) => string | undefined : null
        /** When it happened, by the business's account of it. */
        readonly at: Instant
        /** Whoever of the staff did it; null when it was somebody or something else. */
        readonly by: UserId | null
        /** History that was brought in from elsewhere. */
        readonly imported: boolean
      }
    : never

type DefinitionsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends EventDefinition ? Module[Name] : never
}[keyof Module]

/** Every fact that changes a row. */
export type ToldFact =
  | Told<DefinitionsOf<typeof business>>
  | Told<DefinitionsOf<typeof user>>
  | Told<DefinitionsOf<typeof vehicle>>
  | Told<DefinitionsOf<typeof schedule>>
  | Told<DefinitionsOf<typeof customer>>
  | Told<DefinitionsOf<typeof notification>>

export type FactType = ToldFact['type']
export type ToldOf<Type extends FactType> = Extract<ToldFact, { readonly type: Type }>
