import { expect, test } from 'vitest'
import { createTestTranslator } from '../../testing/create-test-translator.ts'
import { addIpNetworkToDescription, isCurrentIpNetwork, describeIpNetwork } from './describe-ip-network.ts'

const t = createTestTranslator('en')
const prefix = '203.0.113.0/24'

test('describes a network as the current one, another one, or without comparison', () => {
  expect([true, false, null].map((isThisBrowser) => describeIpNetwork(t, prefix, isThisBrowser))).toEqual([
    'Your current network',
    'A different network (203.0.113.…)',
    '203.0.113.…',
  ])
  expect(
    [true, false, null].map((isThisBrowser) => addIpNetworkToDescription(t, 'Firefox', prefix, isThisBrowser)),
  ).toEqual(['Firefox', 'Firefox, from a different network (203.0.113.…)', 'Firefox, from the network 203.0.113.…'])
})

test('shortens a network to its address prefix and leaves other text unchanged', () => {
  expect(['2001:db8:1:2::/64', 'unknown'].map((network) => describeIpNetwork(t, network, null))).toEqual([
    '2001:db8:1:2:…',
    'unknown',
  ])
})

test('calls a past network a different one only when the current network is known', () => {
  const session = { networkPrefix: prefix, sameNetwork: true }
  expect([isCurrentIpNetwork(prefix, session), isCurrentIpNetwork('198.51.100.0/24', session)]).toEqual([true, false])
  // The session started elsewhere, so no response says which network the current one is.
  expect(isCurrentIpNetwork('198.51.100.0/24', { ...session, sameNetwork: false })).toBeNull()
})
