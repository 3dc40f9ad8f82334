import { expect, it } from 'vitest'
import { personInitials } from './person-initials.ts'

it.each([
  ['Ada Byron', 'A. B.'],
  ['Ada King Byron', 'A. B.'],
  ['  ada   byron ', 'A. B.'],
  ['Madonna', 'M.'],
  ['İpek Şahin', 'İ. Ş.'],
  ["'Ōno 🚗 O’Neill", 'Ō. O.'],
  ['李 小龍', '李. 小.'],
  ['🚗 007', ''],
  ['', ''],
])('of %j the calendar says %j', (name, initials) => expect(personInitials(name)).toBe(initials))
