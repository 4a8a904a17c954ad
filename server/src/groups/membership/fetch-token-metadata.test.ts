// Tests token metadata of standard, old and hostile tokens on a real chain.
import { deployTestContract, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasInvisibleCharacters, hasStackedCombiningMarks } from '../../platform/detect-deceptive-text.ts'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { createTestChainReaders, createTestChainSettings } from '../../testing/chain-reader-fixtures.ts'
import { fetchTokenMetadata } from './fetch-token-metadata.ts'
import { sanitizeOnchainTokenText } from './sanitize-onchain-token-text.ts'

let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain({ chainId: 8453 })
})
afterAll(() => chain.stop())

async function read(contract: string, args: readonly unknown[] = []) {
  const address = contract.startsWith('0x') ? contract : await deployTestContract(chain, contract, args)
  if (!contract.startsWith('0x') && /Odd|Word|Bare|Deceptive|Huge|Wrong|Yes/.test(contract))
    await sendContractTransaction(chain, {
      to: address as `0x${string}`,
      contract,
      name: 'mint',
      args: [ethereumTestKeys.alice.address, 5n],
    })
  await chain.mine(2)
  const chains = createTestChainReaders([createTestChainSettings({ id: '8453', rpc: [chain.url] })])
  const found = await fetchTokenMetadata(chains, { chain: '8453', contract: address })
  if (found.outcome === 'unavailable') return found
  return found.outcome === 'found' ? { kinds: found.kinds, ...found.token } : found.fault
}

test.each<[string, readonly unknown[], unknown]>([
  ['TestCoin', [], { kinds: ['erc20'], symbol: 'COIN', name: 'Test Coin', decimals: 18 }],
  ['TestMoney', ['USD Money', 'USDM', 6], { kinds: ['erc20'], symbol: 'USDM', name: 'USD Money', decimals: 6 }],
  ['TestMoney', ['Whole', 'ONE', 0], { kinds: ['erc20'], symbol: 'ONE', name: 'Whole', decimals: 0 }],
  ['TestPicture', [], { kinds: ['erc721'], symbol: 'PICTURE', name: 'Test Picture', decimals: null }],
  ['TestItems', [], { kinds: ['erc1155'], symbol: null, name: null, decimals: null }],
  ['WordToken', [], { kinds: ['erc20'], symbol: 'MKR', name: 'Maker', decimals: 18 }],
  ['BareToken', [], { kinds: ['erc20', 'erc721'], symbol: null, name: null, decimals: null }],
  ['TestRegistry', [], 'unknown_type'],
  [ethereumTestKeys.alice.address, [], 'no_code'],
])('reads the type and metadata of token %s %j', async (contract, args, expected) => {
  expect(await read(contract, args)).toEqual(expected)
})

describe('N4 S3: hostile token metadata', () => {
  test.each<[string, readonly unknown[], unknown]>([
    ['HugeToken', [], { kinds: ['erc20', 'erc721'], symbol: null, name: null, decimals: null }],
    // The number that this token returns decodes to an invisible character, which is removed.
    ['WrongToken', [], { kinds: ['erc20', 'erc721'], symbol: null, name: null, decimals: null }],
    ['YesToken', [], { kinds: ['erc20', 'erc721'], symbol: null, name: null, decimals: null }],
    ['BurningToken', [], 'unknown_type'],
    ['AnswersNothing', [], 'unknown_type'],
    [
      'DeceptiveToken',
      ['US\u202eDC\u200b', `Z${'\u0301'.repeat(9)}\n\r\t  ${'long '.repeat(500)}`],
      { kinds: ['erc20'], symbol: 'USDC', decimals: 6 },
    ],
    ['DeceptiveToken', ['\u0000\u001b[2J', ' \u2066\u2069 '], { symbol: '[2J', name: null }],
  ])('of %s is reduced to short, visible text', async (contract, args, expected) => {
    const found = await read(contract, args)
    expect(found).toEqual(typeof expected === 'string' ? expected : expect.objectContaining(expected as object))
    if (typeof found === 'object' && 'name' in found) {
      for (const text of [found.symbol, found.name]) expect(text === null || isSeen(text)).toBe(true)
      expect([...(found.name ?? '')].length).toBeLessThanOrEqual(60)
    }
  })

  test('is sanitized to a short, visible text or null for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('symbol', 'name'), (text, kind) => {
        const clean = sanitizeOnchainTokenText(text, kind)
        expect(clean === null || (isSeen(clean) && [...clean].length <= (kind === 'symbol' ? 20 : 60))).toBe(true)
        if (clean !== null) expect(sanitizeOnchainTokenText(clean, kind)).toBe(clean)
      }),
      { examples: [['!\t\u0000\t!', 'symbol']] },
    )
  })
})

const isSeen = (text: string): boolean =>
  !hasInvisibleCharacters(text) && !hasStackedCombiningMarks(text) && text.trim() === text && text !== ''

test('token metadata is unavailable while its chain cannot be read', async () => {
  const away = createFakeChain({ id: '8453' })
  away.readError = 'away'
  expect(
    await fetchTokenMetadata(createFakeChains(away), { chain: '8453', contract: ethereumTestKeys.alice.address }),
  ).toEqual({
    outcome: 'unavailable',
    chain: '8453',
    reason: 'away',
  })
})
