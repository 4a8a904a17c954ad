// Which addresses belong to the internet, and which to a network that only its neighbours may reach: a request of this
// server must not become a stranger's way inside (THREATS O9).
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { expandIpv6 } from '../ip-network-prefix.ts'

/** IPv4 that is not globally reachable: the IANA special-purpose registry (RFC 6890), multicast and what is reserved. */
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

/** The only IPv6 that is given out to the internet (RFC 4291 §2.4); loopback, local and multicast lie outside. */
const publicIpv6 = ['2000::/3']

/** What the special-purpose registry takes back of it: protocol assignments with Teredo, and documentation. */
const nonPublicIpv6 = ['2001::/23', '2001:db8::/32', '3fff::/20']

/** Tells whether an IP address is one of those that it was made for. */
export type IpAddressMatcher = (address: string) => boolean

/**
 * @param networks as a setting gives them: addresses, or networks with the number of their leading bits
 * @returns whether an address lies in one of them; an IPv4 address written as IPv6 counts as IPv4
 */
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

/** Whether an address is one of the internet's. What is no address, or has a zone (`%eth0`), is not. */
export function isGloballyReachableIpAddress(address: string): boolean {
  const plain = stripAddressMapping(address)
  if (plain === undefined) return false
  if (isIPv4(plain)) return !isNonPublicIpv4(plain)
  const inner = extractTranslatedIpv4(plain)
  if (inner !== undefined) return !isNonPublicIpv4(inner)
  return isPublicIpv6(plain) && !isNonPublicIpv6(plain)
}

/** An address without a zone; `::ffff:10.0.0.1` is the IPv4 address that a socket would connect to (RFC 4291 §2.5.5.2). */
function stripAddressMapping(address: string): string | undefined {
  if (isIPv4(address)) return address
  if (!isIPv6(address) || address.includes('%')) return undefined
  const [a, b, c, d, e, f, g = 0, h = 0] = expandIpv6(address)
  return a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff ? formatIpv4(g, h) : address
}

/** The IPv4 address at the other end of NAT64 (64:ff9b::/96, RFC 6052 §2.1) or 6to4 (2002::/16, RFC 3056 §2). */
function extractTranslatedIpv4(address: string): string | undefined {
  const [a, b = 0, c = 0, d, e, f, g = 0, h = 0] = expandIpv6(address)
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return formatIpv4(g, h)
  return a === 0x2002 ? formatIpv4(b, c) : undefined
}

const formatIpv4 = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')
