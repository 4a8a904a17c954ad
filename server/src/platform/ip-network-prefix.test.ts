import { expect, test } from 'vitest'
import { toIpNetworkPrefix, resolveRateLimitIpNetworks } from './ip-network-prefix.ts'

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['::ffff:cb00:7109', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.9:4711', '203.0.113.0/24'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
  ['203.0.113.9:', 'unknown'],
  ['203.0.113.9:4711:1', 'unknown'],
  ['[nonsense]:80', 'unknown'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
])('N7: the network prefix of %s is %s', (address, prefix) => {
  expect(toIpNetworkPrefix(address)).toBe(prefix)
})

test('N7: all addresses in one IPv6 /64 count as one network', () => {
  const seen = new Set(
    Array.from({ length: 100 }, (_, index) => toIpNetworkPrefix(`2001:db8:1:2::${index.toString(16)}`)),
  )
  expect(seen.size).toBe(1)
})

test('N17: an address counts in each of its networks, up to IPv4 /16 and IPv6 /32', () => {
  expect(
    ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1fe:2fe::9', '2001:db8::1', 'nonsense'].map((address) =>
      resolveRateLimitIpNetworks(address)
        .map(({ prefix, budgetMultiplier }) => `${prefix} ${budgetMultiplier}`)
        .join(', '),
    ),
  ).toEqual([
    '203.0.113.9/32 1, 203.0.113.0/24 8, 203.0.0.0/16 64',
    '203.0.113.9/32 1, 203.0.113.0/24 8, 203.0.0.0/16 64',
    '2001:db8:1fe:2fe::/64 1, 2001:db8:1fe:200::/56 2, 2001:db8:1fe::/48 8, 2001:db8:100::/40 16, 2001:db8::/32 64',
    '2001:db8:0:0::/64 1, 2001:db8:0:0::/56 2, 2001:db8:0::/48 8, 2001:db8:0::/40 16, 2001:db8::/32 64',
    'unknown 16',
  ])
  expect(resolveRateLimitIpNetworks(undefined)).toEqual(resolveRateLimitIpNetworks('nonsense'))
})
