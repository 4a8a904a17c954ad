import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAddressIntoGroups, isSameWalletAddress, shortenWalletAddress } from './wallet-address-format.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('shortens an Ethereum address to its first six and last four characters', () => {
  expect(shortenWalletAddress(address)).toBe('0x7099…79C8')
})

test('shortens a Bitcoin address to its first eight and last four characters', () => {
  expect(shortenWalletAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bc1qw508…f3t4')
})

test('does not shorten a text that is already short', () => {
  expect(shortenWalletAddress('vitalik.eth')).toBe('vitalik.eth')
})

test('splits a full address into groups of four after its prefix', () => {
  expect(splitAddressIntoGroups(address).join(' ')).toBe('0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8')
})

test('splitting any text into groups loses no characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => splitAddressIntoGroups(text).join('') === text),
  )
})

test('ignores letter case when comparing Ethereum addresses, but not others', () => {
  expect(isSameWalletAddress(address, address.toLowerCase())).toBe(true)
  const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  expect(isSameWalletAddress(solana, solana)).toBe(true)
  expect(isSameWalletAddress(solana, solana.toLowerCase())).toBe(false)
})
