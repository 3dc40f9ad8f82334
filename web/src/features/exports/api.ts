import { getFile } from '../../lib/api.ts'

/** A whole business over a slow line, in milliseconds. */
const PATIENCE = 600_000

export type Exported = 'bookings' | 'customers' | 'vehicles' | 'revenue'

/** All of it as CSV, of the business whose dashboard asks and of no other. @throws {ApiError | NoAnswer} */
export const exportOf = (what: Exported): Promise<Blob> => getFile(`/api/admin/exports/${what}`, PATIENCE)
