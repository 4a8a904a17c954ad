// Network prefixes of IP addresses, for rate limits and for the place that a session remembers. One subscriber holds an
// IPv6 /64, often a /56; a rented server gets a /48; one member of a registry gets a /32 or shorter, which is 65,536
// of those. A single address says too much and limits too little (THREATS N7, N17).
import { isIPv4, isIPv6 } from 'node:net'

/** What stands for an address that cannot be read. */
const unknownNetwork = 'unknown'

/**
 * The prefix of an IP address: `203.0.113.0/24` or `2001:db8:1:2::/64`. An IPv4 address written as IPv6
 * (`::ffff:203.0.113.9`) counts as IPv4.
 * @param address as the socket or a trusted proxy gave it; a zone (`%eth0`) and a port are dropped
 * @returns the prefix, or `unknown` for anything that is not an IP address
 */
export function toIpNetworkPrefix(address: string | undefined): string {
  const read = parseIpAddress(address)
  if (read === null) return unknownNetwork
  return typeof read === 'string' ? toIpv4Prefix(read) : toIpv6Prefix(read, 64)
}

/** One of the networks that an address is in, and how many times the budget of the narrowest it has. */
export interface RateLimitIpNetwork {
  prefix: string
  budgetMultiplier: number
  /** Whether it is a provider's range, whose customers have nothing to do with each other. */
  isProviderRange?: true
}

/** The networks that an address lies in, the narrowest first. */
export type RateLimitIpNetworks = readonly RateLimitIpNetwork[]

/**
 * How many times the budget of one line each wider network has. Small enough that holding the network gains little, and
 * large enough that neighbors rarely hold each other up. The widest is also bounded by its share of what is left of a
 * minute (`maxNetworkShare`); its multiple counts only for what fails before that, and where nothing is shared.
 */
const [home, site, region, provider] = [2, 8, 16, 64]

/**
 * The networks that an address is counted in, the narrowest first: IPv4 /32, /24 and /16, IPv6 /64, /56, /48, /40 and
 * /32. All addresses that cannot be read are one network, with room for many.
 */
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

/** The widest of these networks; undefined for a caller from nowhere in particular. */
export const findWidestIpNetworkPrefix = (networks: RateLimitIpNetworks): string | undefined => networks.at(-1)?.prefix

/** Whether the only network of these is that of all whose address cannot be read. */
export const isUnparsableIpAddressNetwork = ([narrowest]: RateLimitIpNetworks): boolean =>
  narrowest?.prefix === unknownNetwork

/**
 * An address without what some proxies write around it: a port (`203.0.113.9:4711`, `[2001:db8::1]:4711`) or brackets.
 * @returns what is left; it need not be an address
 */
export function stripPortFromIpAddress(entry: string): string {
  const [, bracketed] = /^\[([0-9A-Fa-f:.%\w]+)\](?::\d{1,5})?$/.exec(entry) ?? []
  if (bracketed !== undefined) return bracketed
  const [, v4] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(entry) ?? []
  return v4 ?? entry
}

/** An IPv4 address as text, an IPv6 address as its eight groups, or null. */
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

/** @param bits a multiple of 8 */
function toIpv6Prefix(groups: readonly number[], bits: 32 | 40 | 48 | 56 | 64): string {
  const kept = groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, index) => ((index + 1) * 16 > bits ? group & 0xff00 : group).toString(16))
  return `${kept.join(':')}::/${bits}`
}

/** The eight groups of an IPv6 address. The URL parser has already written it in its shortest form, without IPv4. */
export function expandIpv6(address: string): number[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = short.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...(tail === undefined ? [] : zeros), ...right].map((group) => Number.parseInt(group, 16))
}
