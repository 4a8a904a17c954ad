import { describe, expect, test } from 'vitest'
import { createIpNetworkMatcher, isGloballyReachableIpAddress } from './public-ip-address-check.ts'

describe('O9: public IP address check', () => {
  test.each([
    ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
    ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
    ['127.0.0.0/8', '127.0.0.1', '127.255.255.255'],
    ['169.254.0.0/16', '169.254.169.254', '169.254.255.255'],
    ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
    ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
    ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
    ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
    ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
    ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
    ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
    ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
    ['224.0.0.0/4', '224.0.0.0', '239.255.255.255'],
    ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
    ['unspecified and loopback', '::', '::1'],
    ['IPv4-compatible', '::8.8.8.8', '::7f00:1'],
    ['IPv4-mapped, private', '::ffff:10.0.0.1', '::ffff:7f00:1'],
    ['IPv4-mapped, spelled out', '0:0:0:0:0:ffff:169.254.169.254', '0000:0000:0000:0000:0000:FFFF:A9FE:A9FE'],
    ['NAT64 to a private address', '64:ff9b::10.0.0.1', '64:ff9b::7f00:1'],
    ['local-use NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:808:808'],
    ['NAT64 outside the /96 prefix', '64:ff9b::1:808:808', '64:ff9b:0:0:1::808:808'],
    ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
    ['protocol assignments, Teredo', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4 of a private address', '2002:a00:1::1', '2002:7f00:1::'],
    ['documentation, 3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link local', 'fe80::1', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site local', 'fec0::1', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['addresses with a zone', 'fe80::1%eth0', '2606:4700::1%eth0'],
    ['text that is not an address', '', 'localhost'],
  ])('rejects %s', (_range, first, last) => {
    expect([isGloballyReachableIpAddress(first), isGloballyReachableIpAddress(last)]).toEqual([false, false])
  })

  test.each([
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2001:db7:ffff::',
    '2001:db9::',
    '2606:4700::1111',
    '2a00:1450::',
    '3ffe:ffff::',
    '3fff:1000::',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ])('accepts the adjacent public address %s', (address) => {
    expect(isGloballyReachableIpAddress(address)).toBe(true)
  })
})

describe('O9: IP network matcher', () => {
  test('matches its addresses in every spelling, and no others', () => {
    const isAllowed = createIpNetworkMatcher(['10.1.0.0/16', '192.168.0.7', 'fd00:1::/32', '::1'])
    const inside = [
      '10.1.0.0',
      '10.1.255.255',
      '::ffff:10.1.2.3',
      '::ffff:a01:203',
      '192.168.0.7',
      'fd00:1::9',
      'FD00:0001:0::9',
      '::1',
      '0:0:0:0:0:0:0:1',
    ]
    expect(inside.filter((address) => !isAllowed(address))).toEqual([])
    const outside = ['10.2.0.0', '192.168.0.8', 'fd00:2::', '::2', '127.0.0.1', 'fd00:1::9%eth0', 'localhost', '']
    expect(outside.filter(isAllowed)).toEqual([])
  })

  test('matches nothing if it has no networks', () => {
    expect(['127.0.0.1', '::1', '8.8.8.8'].filter(createIpNetworkMatcher([]))).toEqual([])
  })
})
