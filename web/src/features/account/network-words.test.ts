import { expect, test } from 'vitest'
import { translatorFor } from '../../testing/translator.ts'
import { fromNetwork, isHereNow, networkWords } from './network-words.ts'

const t = translatorFor('en')
const prefix = '203.0.113.0/24'

test('a network is the one of now, another one, or not told apart', () => {
  expect([true, false, null].map((isHere) => networkWords(t, prefix, isHere))).toEqual([
    'The network you are on now',
    'Another network (203.0.113.…)',
    '203.0.113.…',
  ])
  expect([true, false, null].map((isHere) => fromNetwork(t, 'Firefox', prefix, isHere))).toEqual([
    'Firefox, from the network you are on now',
    'Firefox, from another network (203.0.113.…)',
    'Firefox, from the network 203.0.113.…',
  ])
})

test('a sentence names a network as its addresses begin, and leaves alone what is none', () => {
  expect(['2001:db8:1:2::/64', 'unknown'].map((network) => networkWords(t, network, null))).toEqual([
    '2001:db8:1:2:…',
    'unknown',
  ])
})

test('a network of the past is called another one only where the one of now is known', () => {
  const session = { networkPrefix: prefix, sameNetwork: true }
  expect([isHereNow(prefix, session), isHereNow('198.51.100.0/24', session)]).toEqual([true, false])
  // The session began elsewhere: which network this is, no answer of the server says.
  expect(isHereNow('198.51.100.0/24', { ...session, sameNetwork: false })).toBeNull()
})
