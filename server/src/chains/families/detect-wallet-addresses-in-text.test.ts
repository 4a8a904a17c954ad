// P12: what counts as a wallet address in a name, for every chain family.
import { describe, expect, test } from 'vitest'
import { containsForeignWalletAddress } from './detect-wallet-addresses-in-text.ts'

const evm = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const legacy = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'
const own = [evm.toLowerCase(), solana, taproot, segwit, legacy]
const isForeign = (text: string, ...addresses: string[]): Promise<boolean> =>
  containsForeignWalletAddress(text, async () => addresses)
const inFours = (address: string): string => address.replaceAll(/.{4}(?=.)/g, '$& ')

describe('P12: a foreign wallet address in a name', () => {
  test.each([
    evm,
    evm.toLowerCase(),
    evm.slice(2),
    `The real ${evm.toLowerCase()}`,
    `${evm}.`,
    `(${evm})`,
    `x${evm}x`,
    // One more digit makes the address invalid, but people do not count digits.
    `${evm}0`,
    solana,
    `owner ${solana}`,
    taproot,
    taproot.toUpperCase(),
    segwit,
    legacy,
    solana.replace('W', '0'),
    segwit.replace('w5', 'w6'),
    '0x7099…79C8',
    '0x7099...79C8',
    'Ada (0x7099…79C8)',
    '7xKXtg…gAsU',
    'bc1qw508…f3t4',
    inFours(evm),
    inFours(solana),
    inFours(legacy),
    evm.replace('0x', '0х'),
    evm.replaceAll('0', 'O'),
    evm.replaceAll('0', 'О'),
    evm.replaceAll('1', 'l'),
    [...evm]
      .map((letter) => (/[0-9a-zA-Z]/.test(letter) ? String.fromCodePoint(letter.codePointAt(0)! + 0xfee0) : letter))
      .join(''),
    '0х7099…79С8',
  ])('is detected in "%s"', async (name) => {
    expect(await isForeign(name)).toBe(true)
    expect(await isForeign(name, '0x0000000000000000000000000000000000000001')).toBe(true)
  })

  test.each([
    evm,
    evm.toLowerCase(),
    evm.slice(2),
    `Mine: ${evm}`,
    solana,
    taproot,
    segwit,
    legacy,
    '0x7099…79C8',
    '7xKXtg…gAsU',
    'bc1qw508…f3t4',
    inFours(evm),
    inFours(solana),
  ])('is not reported if the person owns the address: %s', async (name) => {
    expect(await isForeign(name, ...own)).toBe(false)
  })

  test('is detected even next to an address that the person owns', async () => {
    expect(await isForeign(`0x7099…79C8 or 0xf39F…2266`, ...own)).toBe(true)
  })

  test.each([
    'Ada',
    'Ada Lovelace',
    'Summer...2025',
    'well...then',
    'Savings 0x2',
    '0xAda',
    'YubiKey5NFC',
    'vitalik.eth',
    'Donaudampfschifffahrtsgesellschaftskapitaen',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch',
    'Mary Jane Anne Kate Beth Ruth',
    'Ada’s cold wallet, since 2017 (Zürich)',
    '김철수',
    'Иван Петров',
    '1234 5678 9012 3456',
  ])('is not reported for the ordinary name %s', async (name) => {
    expect(await isForeign(name)).toBe(false)
  })

  test('is ruled out without reading wallets if the name contains no address', async () => {
    const read = async (): Promise<never> => {
      throw new Error('asked for nothing')
    }
    expect(await containsForeignWalletAddress('Ada', read)).toBe(false)
  })
})
