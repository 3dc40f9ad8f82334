import { isIPv6 } from 'node:net'

/**
 * What counts as one address. A household or a provider's customer has a whole IPv6 network of 64 bits: counting single
 * addresses would be no limit at all.
 * @param ip as Express gives it; behind trusted proxies the caller's
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(ip) ? networkOf(ip) : ip
}

/** The first four groups, written out. */
function networkOf(ip: string): string {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: gap }, () => '0'), ...after].slice(0, 4).join(':')
}
