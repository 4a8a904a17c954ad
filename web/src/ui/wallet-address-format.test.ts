import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAddressIntoGroups, isSameWalletAddress, shortenWalletAddress } from './wallet-address-format.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('an address is shortened to its first six and last four characters', () => {
  expect(shortenWalletAddress(address)).toBe('0x7099…79C8')
})

test('an address of Bitcoin shows as many of its own characters', () => {
  expect(shortenWalletAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bc1qw508…f3t4')
})

test('what is short already stays whole', () => {
  expect(shortenWalletAddress('vitalik.eth')).toBe('vitalik.eth')
})

test('the full form stands in groups of four after its prefix', () => {
  expect(splitAddressIntoGroups(address).join(' ')).toBe('0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8')
})

test('the groups of any text, joined, are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => splitAddressIntoGroups(text).join('') === text),
  )
})

test('two spellings of an address of Ethereum are one; elsewhere the letter case is part of it', () => {
  expect(isSameWalletAddress(address, address.toLowerCase())).toBe(true)
  const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  expect(isSameWalletAddress(solana, solana)).toBe(true)
  expect(isSameWalletAddress(solana, solana.toLowerCase())).toBe(false)
})
