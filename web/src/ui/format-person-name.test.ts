import { expect, test } from 'vitest'
import { formatPersonName, formatSignedInPerson, formatAddressWithEnsName } from './format-person-name.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('P7: the name of a wallet is never shown without its address', () => {
  expect(formatAddressWithEnsName(address, 'alice.eth')).toBe('alice.eth (0x7099…79C8)')
  expect(formatAddressWithEnsName(address, null)).toBe('0x7099…79C8')
})

test('N4: strips invisible and bidirectional control characters from a name', () => {
  expect(formatAddressWithEnsName(address, 'ali\u202ece\u200b.eth')).toBe('alice.eth (0x7099…79C8)')
  expect(formatAddressWithEnsName(address, '\u200b')).toBe('0x7099…79C8')
  expect(formatAddressWithEnsName(address, 'a'.repeat(100))).toBe(`${'a'.repeat(64)} (0x7099…79C8)`)
})

test('prefers the display name of a person over the wallet name', () => {
  expect(formatPersonName({ displayName: 'Ada', address, walletName: 'alice.eth' })).toBe('Ada')
  expect(formatPersonName({ displayName: null, address, walletName: 'alice.eth' })).toBe('alice.eth (0x7099…79C8)')
  expect(formatPersonName({ displayName: null, address: null, walletName: null })).toBeNull()
})

test('identifies a signed-in person by the session wallet, or the primary wallet after a passkey sign-in', () => {
  const person = { displayName: null, address, walletName: 'alice.eth' }
  const other = {
    namespace: 'eip155' as const,
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    chain: null,
    name: null,
  }
  expect(formatSignedInPerson(person, { wallet: other })).toBe('0x3C44…93BC')
  expect(formatSignedInPerson(person, { wallet: null })).toBe('alice.eth (0x7099…79C8)')
  expect(formatSignedInPerson({ ...person, displayName: 'Ada' }, { wallet: other })).toBe('Ada')
})
