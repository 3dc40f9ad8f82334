import type { Chance } from '../random.ts'

/** Texts that have broken programs elsewhere. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u001b[31m',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  '\udc00\ud800',
  '\ufeff',
  '\u202eevil',
  'Ⅷ',
  'İ',
  'ß',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301'.repeat(300),
  'ﷺ'.repeat(100),
  "'; drop table bookings; --",
  '$1',
  '%s%n%00',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..\\windows',
  '/objects/licences/../vehicles/x',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'null',
  'undefined',
  'true',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '２０２６-１２-０８',
  '2026-02-30',
  '2026-12-08T00:00:00Z',
  '-271821-04-20',
  '+275760-09-13',
  '0000-01-01',
  '9999-12-31',
  '99999999999999999999',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '__proto__',
  'constructor',
  'toString',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '6F1C9B9E-7A39-4A59-8F0E-3C2F1E8D7B61',
]

/** Columns of our tables, and members of objects that every object has. */
export const STRANGE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toJSON',
  'then',
  'business_id',
  'businessId',
  'booking_id',
  'vehicle_id',
  'customer_id',
  'user_id',
  'tenantId',
  'is_admin',
  'isAdmin',
  'role',
  'contact_email',
  'licence_path',
  'total_amount',
  'created_at',
  'hidden_from_recent',
  'is_removed',
  'password_hash',
  'login_hmac',
  'sess',
  'sid',
  'expire',
  'id',
  'status',
  '$where',
  '$ref',
  '',
  'a.b',
  'a[b]',
]

export const hostileText = (chance: Chance): string => chance.oneOf(TEXTS) ?? ''

export const strangeName = (chance: Chance): string => chance.oneOf(STRANGE_NAMES) ?? ''

/** Anything that JSON can say. */
export function hostileValue(chance: Chance): unknown {
  return (
    chance.oneOf<() => unknown>([
      () => null,
      () => true,
      () => [],
      () => ({}),
      () => 0,
      () => -1,
      () => 1.5,
      () => 1e21,
      () => Number.MAX_SAFE_INTEGER + 1,
      () => 5e-324,
      () => [hostileText(chance)],
      () => ({ [strangeName(chance)]: hostileText(chance) }),
      () => nested(2 + chance.below(12)),
      () => Array.from({ length: 200 }, () => hostileText(chance).slice(0, 20)),
      () => hostileText(chance),
      () => hostileText(chance),
      () => hostileText(chance),
    ])?.() ?? null
  )
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
