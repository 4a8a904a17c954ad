// Finds addresses of internal hosts, to which strangers must not direct requests (THREATS O9).
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { expandIpv6 } from '../ip-network-prefix.ts'

/** The IANA special-purpose registry (RFC 6890), plus multicast and reserved addresses. */
const nonPublicIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Global unicast (RFC 4291 §2.4), which excludes loopback, local and multicast addresses. */
const publicIpv6 = ['2000::/3']

/** Special-purpose ranges in 2000::/3: protocol assignments (with Teredo) and documentation. */
const nonPublicIpv6 = ['2001::/23', '2001:db8::/32', '3fff::/20']

export type IpAddressMatcher = (address: string) => boolean

export function createIpNetworkMatcher(networks: readonly string[]): IpAddressMatcher {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = stripAddressMapping(address)
    if (plain === undefined) return false
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

const isNonPublicIpv4 = createIpNetworkMatcher(nonPublicIpv4)
const isPublicIpv6 = createIpNetworkMatcher(publicIpv6)
const isNonPublicIpv6 = createIpNetworkMatcher(nonPublicIpv6)

/** False for an address with a zone (`%eth0`). */
export function isGloballyReachableIpAddress(address: string): boolean {
  const plain = stripAddressMapping(address)
  if (plain === undefined) return false
  if (isIPv4(plain)) return !isNonPublicIpv4(plain)
  const inner = extractTranslatedIpv4(plain)
  if (inner !== undefined) return !isNonPublicIpv4(inner)
  return isPublicIpv6(plain) && !isNonPublicIpv6(plain)
}

/** For `::ffff:10.0.0.1`, a socket connects to the IPv4 address (RFC 4291 §2.5.5.2). */
function stripAddressMapping(address: string): string | undefined {
  if (isIPv4(address)) return address
  if (!isIPv6(address) || address.includes('%')) return undefined
  const [a, b, c, d, e, f, g = 0, h = 0] = expandIpv6(address)
  return a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff ? formatIpv4(g, h) : address
}

/** From a NAT64 (64:ff9b::/96, RFC 6052 §2.1) or 6to4 address (2002::/16, RFC 3056 §2). */
function extractTranslatedIpv4(address: string): string | undefined {
  const [a, b = 0, c = 0, d, e, f, g = 0, h = 0] = expandIpv6(address)
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return formatIpv4(g, h)
  return a === 0x2002 ? formatIpv4(b, c) : undefined
}

const formatIpv4 = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')
