import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from './checksum-address.ts'
import { validEthereumMessageExample } from '../message-error-examples.ts'
import { MessageError } from '../message-error.ts'
import { parseSignInMessage } from '../parse-sign-in-message.ts'

/** The examples of ERC-55. */
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

function parsedAddress(address: string): string {
  return parseSignInMessage(validEthereumMessageExample.replace('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', address))
    .address
}

describe('toChecksumAddress', () => {
  test.each(checksummed)('restores the letter case of %s from lowercase and uppercase', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address)
    expect(toChecksumAddress('0x' + address.slice(2).toUpperCase())).toBe(address)
    expect(toChecksumAddress(address)).toBe(address)
  })

  const [good] = checksummed as [string]
  test.each([
    '',
    '0x',
    '0X' + good.slice(2),
    good + '0',
    good.slice(0, -1),
    good.slice(2),
    ' ' + good,
    '0x' + 'g'.repeat(40),
  ])('refuses %j', (address) => expect(() => toChecksumAddress(address)).toThrow(MessageError))
})

describe('M15: an address has only one spelling', () => {
  test.each(checksummed)('M15: accepts %s', (address) => expect(parsedAddress(address)).toBe(address))

  test.each(checksummed.filter((address) => address.toLowerCase() !== address))(
    'M15: refuses %s in lowercase',
    (address) => {
      expect(() => parsedAddress(address.toLowerCase())).toThrow('Address not conformant to EIP-55.')
    },
  )

  test.each(checksummed.filter((address) => address.slice(2).toUpperCase() !== address.slice(2)))(
    'M15: refuses %s in uppercase',
    (address) => {
      expect(() => parsedAddress('0x' + address.slice(2).toUpperCase())).toThrow('Address not conformant to EIP-55.')
    },
  )

  test('M15: refuses an address with one letter in the other case', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    for (let at = 2; at < address.length; at += 1) {
      const letter = address[at]!
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      if (other === letter) continue
      expect(() => parsedAddress(address.slice(0, at) + other + address.slice(at + 1))).toThrow(
        'Address not conformant to EIP-55.',
      )
    }
  })

  test('M15: refuses the prefix 0X before a valid checksum', () => {
    expect(() => parsedAddress('0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toThrow(
      'The address is not 0x followed by 40 hexadecimal digits.',
    )
  })
})
