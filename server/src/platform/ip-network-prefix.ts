// IP network prefixes: a single address reveals too much and limits too little (THREATS N7, N17).
import { isIPv4, isIPv6 } from 'node:net'

const unknownNetwork = 'unknown'

/** Returns `203.0.113.0/24`, `2001:db8:1:2::/64` or `unknown`. IPv4-mapped IPv6 counts as IPv4. */
export function toIpNetworkPrefix(address: string | undefined): string {
  const read = parseIpAddress(address)
  if (read === null) return unknownNetwork
  return typeof read === 'string' ? toIpv4Prefix(read) : toIpv6Prefix(read, 64)
}

export interface RateLimitIpNetwork {
  prefix: string
  budgetMultiplier: number
  /** The provider's customers in this range are unrelated to each other. */
  isProviderRange?: true
}

/** Narrowest first. */
export type RateLimitIpNetworks = readonly RateLimitIpNetwork[]

// With these multipliers, controlling a network gains little and neighbors rarely interfere.
const [home, site, region, provider] = [2, 8, 16, 64]

/** IPv4 /32, /24, /16; IPv6 /64, /56, /48, /40, /32. Unparsable addresses share one network. */
export function resolveRateLimitIpNetworks(address: string | undefined): RateLimitIpNetworks {
  const read = parseIpAddress(address)
  if (read === null) return [{ prefix: unknownNetwork, budgetMultiplier: 16 }]
  if (typeof read === 'string') {
    return [
      { prefix: `${read}/32`, budgetMultiplier: 1 },
      { prefix: toIpv4Prefix(read), budgetMultiplier: site },
      { prefix: `${read.split('.').slice(0, 2).join('.')}.0.0/16`, budgetMultiplier: provider, isProviderRange: true },
    ]
  }
  return [
    { prefix: toIpv6Prefix(read, 64), budgetMultiplier: 1 },
    { prefix: toIpv6Prefix(read, 56), budgetMultiplier: home },
    { prefix: toIpv6Prefix(read, 48), budgetMultiplier: site },
    { prefix: toIpv6Prefix(read, 40), budgetMultiplier: region, isProviderRange: true },
    { prefix: toIpv6Prefix(read, 32), budgetMultiplier: provider, isProviderRange: true },
  ]
}

export const findWidestIpNetworkPrefix = (networks: RateLimitIpNetworks): string | undefined => networks.at(-1)?.prefix

export const isUnparsableIpAddressNetwork = ([narrowest]: RateLimitIpNetworks): boolean =>
  narrowest?.prefix === unknownNetwork

/** Removes the port or the brackets that some proxies add, as in `[2001:db8::1]:4711`. */
export function stripPortFromIpAddress(entry: string): string {
  const [, bracketed] = /^\[([0-9A-Fa-f:.%\w]+)\](?::\d{1,5})?$/.exec(entry) ?? []
  if (bracketed !== undefined) return bracketed
  const [, v4] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(entry) ?? []
  return v4 ?? entry
}

function parseIpAddress(address: string | undefined): string | number[] | null {
  if (address === undefined) return null
  const [plain = ''] = (isIPv4(address) ? address : stripPortFromIpAddress(address)).split('%')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return null
  const groups = expandIpv6(plain)
  const [a, b, c, d, e, f, g = 0, h = 0] = groups
  const mapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff
  return mapped ? [g >> 8, g & 255, h >> 8, h & 255].join('.') : groups
}

const toIpv4Prefix = (address: string): string => `${address.slice(0, address.lastIndexOf('.'))}.0/24`

function toIpv6Prefix(groups: readonly number[], bits: 32 | 40 | 48 | 56 | 64): string {
  const kept = groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, index) => ((index + 1) * 16 > bits ? group & 0xff00 : group).toString(16))
  return `${kept.join(':')}::/${bits}`
}

export function expandIpv6(address: string): number[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = short.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...(tail === undefined ? [] : zeros), ...right].map((group) => Number.parseInt(group, 16))
}
