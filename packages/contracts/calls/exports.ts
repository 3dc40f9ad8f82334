import type { Call, Section } from './call.ts'

const section: Section = {
  name: 'Exports',
  about:
    'What a business has, to be opened in a spreadsheet: CSV (RFC 4180) in UTF-8 with a byte order mark, lines ended by CR LF, the first of them the names of the columns. A text that a spreadsheet would take for a formula has an apostrophe in front of it. Money is in pounds, days are `YYYY-MM-DD`.',
}

const exported = (what: string, summary: string, about: string): Call => ({
  id: `export${what.charAt(0).toUpperCase()}${what.slice(1)}`,
  section,
  method: 'GET',
  path: `/api/admin/exports/${what}`,
  summary,
  about,
  service: 'query',
  access: 'member',
  answers: {
    200: { about: 'The file.', content: [{ type: 'text/csv' }], headers: ['Content-Disposition', 'X-Stale'] },
  },
  example: {},
})

export const exportCalls: readonly Call[] = [
  exported('bookings', 'All bookings of your business', 'The newest first, whatever their status, hidden or not.'),
  exported('customers', 'All customers of your business', 'The newest first, hidden ones too; nobody who was erased.'),
  exported('vehicles', 'The fleet of your business', 'By name; vehicles that were removed are not in it.'),
  exported(
    'revenue',
    'What your business has earned, month by month',
    'Approved and completed bookings by the month of their pickup.',
  ),
]
