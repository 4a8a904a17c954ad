import { expect, test } from 'vitest'
import { createTestTranslator } from '../../testing/create-test-translator.ts'
import { addIpNetworkToDescription, isCurrentIpNetwork, describeIpNetwork } from './describe-ip-network.ts'

const t = createTestTranslator('en')
const prefix = '203.0.113.0/24'

test('a network is the one of now, another one, or not told apart', () => {
  expect([true, false, null].map((isThisBrowser) => describeIpNetwork(t, prefix, isThisBrowser))).toEqual([
    'The network you are on now',
    'Another network (203.0.113.…)',
    '203.0.113.…',
  ])
  expect(
    [true, false, null].map((isThisBrowser) => addIpNetworkToDescription(t, 'Firefox', prefix, isThisBrowser)),
  ).toEqual([
    'Firefox, from the network you are on now',
    'Firefox, from another network (203.0.113.…)',
    'Firefox, from the network 203.0.113.…',
  ])
})

test('a sentence names a network as its addresses begin, and leaves alone what is none', () => {
  expect(['2001:db8:1:2::/64', 'unknown'].map((network) => describeIpNetwork(t, network, null))).toEqual([
    '2001:db8:1:2:…',
    'unknown',
  ])
})

test('a network of the past is called another one only where the one of now is known', () => {
  const session = { networkPrefix: prefix, sameNetwork: true }
  expect([isCurrentIpNetwork(prefix, session), isCurrentIpNetwork('198.51.100.0/24', session)]).toEqual([true, false])
  // The session began elsewhere: which network this is, no answer of the server says.
  expect(isCurrentIpNetwork('198.51.100.0/24', { ...session, sameNetwork: false })).toBeNull()
})
