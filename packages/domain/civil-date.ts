import { z } from 'zod'

/** A calendar day `YYYY-MM-DD` that exists, without time or zone. Compares as text. */
export const CivilDate = z.iso.date().brand<'CivilDate'>()
export type CivilDate = z.infer<typeof CivilDate>
