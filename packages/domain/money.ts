import { z } from 'zod'

/** An amount in integer pence, 0 to 99,999,999.99 pounds (the specification's decimal(10,2)). */
export const Pence = z.int().min(0).max(9_999_999_999).brand<'Pence'>()
export type Pence = z.infer<typeof Pence>
