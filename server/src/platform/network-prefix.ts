// The network that a request comes from: what rate limits count and what a session remembers of its place. One
// subscriber holds a whole IPv6 /64, and neighbours share an IPv4 /24, so that a single address says too much and
// limits too little (THREATS N7).
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The prefix of an IP address: `203.0.113.0/24` or `2001:db8:1:2::/64`. An IPv4 address written as IPv6
 * (`::ffff:203.0.113.9`) counts as IPv4.
 * @param address as the socket or a trusted proxy gave it; a zone (`%eth0`) is dropped
 * @returns the prefix, or `unknown` for anything that is not an IP address
 */
export function networkPrefix(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (isIPv4(plain)) return ipv4Prefix(plain)
  if (!isIPv6(plain)) return 'unknown'
  const groups = expandIpv6(plain)
  const [a, b, c, d, e, f, g = 0, h = 0] = groups
  const mapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff
  if (mapped) return ipv4Prefix([g >> 8, g & 255, h >> 8, h & 255].join('.'))
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(':')}::/64`
}

const ipv4Prefix = (address: string): string => `${address.split('.').slice(0, 3).join('.')}.0/24`

/** The eight groups of an IPv6 address. The URL parser has already written it in its shortest form, without IPv4. */
export function expandIpv6(address: string): number[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = short.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...(tail === undefined ? [] : zeros), ...right].map((group) => Number.parseInt(group, 16))
}
