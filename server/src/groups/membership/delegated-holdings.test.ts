// Tests holdings that others have delegated to a wallet.
import type { Hex } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeContractWallet } from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { deployTestToken, testTokenAddress, encodeAbiWordForTests } from '../../testing/group-and-token-fixtures.ts'
import { formatGroupRuleEvaluationReason } from './format-group-rule-as-text.ts'
import {
  adaAddress,
  vaultAddress,
  otherAddress,
  bobAddress,
  evaluateGroupRuleOutcomeForTests,
  createKeyWallet,
  evaluateSingleGroupRuleForTests,
  deployFakeNftCollection,
  createProvedContractWallet,
} from '../../testing/group-rule-fixtures.ts'

const registry = '0x00000000000000447e69651d841bd8d104bed493'
const nfts = '0x000000000000000000000000000000000000721a'
const items = '0x0000000000000000000000000000000000001155'

interface Given {
  type: number
  to?: string
  from?: string
  rights?: bigint
  contract?: string
  tokenId?: bigint
  amount?: bigint
}
const [all, contract, erc721, erc20, erc1155] = [1, 2, 3, 4, 5] as const

function deployRegistry(chain: FakeChain, ...given: Given[]): void {
  chain.settings.delegateRegistry = registry
  const words = given.flatMap(
    ({
      type,
      to = adaAddress,
      from = vaultAddress,
      rights = 0n,
      contract: of = testTokenAddress,
      tokenId = 0n,
      amount = 0n,
    }) => [BigInt(type), BigInt(to), BigInt(from), rights, BigInt(type === all ? 0 : of), tokenId, amount],
  )
  const data: Hex = `0x${[32n, BigInt(given.length), ...words].map((one) => encodeAbiWordForTests(one).slice(2)).join('')}`
  chain.deploy(registry, (asked) =>
    asked === `0x42f87c25${encodeAbiWordForTests(BigInt(adaAddress)).slice(2)}` ? data : encodeAbiWordForTests(32n),
  )
}

describe('delegated holdings', () => {
  const lent = { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '100', delegated: true }

  test.each<[string, Given[], string]>([
    ['counts a delegation of everything', [{ type: all }], 'met'],
    ['counts a delegation of the token contract', [{ type: contract }], 'met'],
    ['ignores a delegation of another contract', [{ type: contract, contract: nfts }], 'not-met'],
    ['counts a delegated amount that suffices', [{ type: erc20, amount: 100n }], 'met'],
    [
      'limits the delegated amount to the balance of the vault',
      [{ type: erc20, amount: 2n ** 255n, from: otherAddress }],
      'not-met',
    ],
    ['ignores a delegated amount below the threshold', [{ type: erc20, amount: 99n }], 'not-met'],
    [
      'does not add up amounts delegated by two vaults',
      [
        { type: erc20, amount: 60n },
        { type: erc20, amount: 60n, from: otherAddress },
      ],
      'not-met',
    ],
    ['ignores a delegation limited to specific rights', [{ type: all, rights: 1n }], 'not-met'],
    ['ignores a delegation to another wallet', [{ type: all, to: bobAddress }], 'not-met'],
    ['ignores a delegation from a vault whose balance is too low', [{ type: all, from: otherAddress }], 'not-met'],
    ['ignores a delegation of a single ERC-721 token', [{ type: erc721, tokenId: 1n }], 'not-met'],
    ['ignores a delegation of type none', [{ type: 0 }], 'not-met'],
    ['ignores an unknown delegation type', [{ type: 77 }], 'not-met'],
    ['is not met without delegations', [], 'not-met'],
  ])('ERC-20: %s', async (_what, given, outcome) => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vaultAddress, 150n).set(otherAddress, 50n)
    deployRegistry(chain, ...given)
    expect(await evaluateGroupRuleOutcomeForTests(lent, [createKeyWallet(adaAddress)], chain)).toBe(outcome)
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...lent, delegated: false }, [createKeyWallet(adaAddress)], chain),
    ).toBe('not-met')
    expect(await evaluateGroupRuleOutcomeForTests(lent, [createKeyWallet(vaultAddress)], chain)).toBe('met')
  })

  test('names the wallet and the delegating vault in the reason', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vaultAddress, 150n)
    deployRegistry(chain, { type: all })
    expect(
      formatGroupRuleEvaluationReason(
        await evaluateSingleGroupRuleForTests(lent, [createKeyWallet(adaAddress)], chain),
      ),
    ).toMatch(/^by 0x0{38}[aA][dD], as a delegate of 0x0{38}[fF][aA]$/)
    // The first read is for balances and delegations, the second for the vaults found.
    expect(chain.readings).toEqual([2, 1])
  })

  test('ERC-721: sums delegated tokens while the vault holds them, each once', async () => {
    const chain = createFakeChain()
    deployFakeNftCollection(
      chain,
      new Map([
        [1n, vaultAddress],
        [2n, vaultAddress],
        [3n, otherAddress],
      ]),
    )
    const rule = { type: 'erc721', chain: '1', contract: nfts, delegated: true }
    const of = (...ids: bigint[]): Given[] => ids.map((tokenId) => ({ type: erc721, contract: nfts, tokenId }))
    deployRegistry(chain, ...of(1n, 2n, 3n))
    expect(
      await evaluateGroupRuleOutcomeForTests(
        { ...rule, tokenIds: [{ from: '1', to: '3' }], atLeast: '2' },
        [createKeyWallet(adaAddress)],
        chain,
      ),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests(
        { ...rule, tokenIds: [{ from: '1', to: '3' }], atLeast: '3' },
        [createKeyWallet(adaAddress)],
        chain,
      ),
    ).toBe('not-met')
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, tokenId: '2' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, tokenId: '3' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('not-met')
    // A token that is delegated twice counts once.
    deployRegistry(chain, ...of(1n, 1n))
    expect(
      await evaluateGroupRuleOutcomeForTests(
        { ...rule, tokenIds: ['1', '2'], atLeast: '2' },
        [createKeyWallet(adaAddress)],
        chain,
      ),
    ).toBe('not-met')
  })

  test('ERC-1155: counts a token ID up to the delegated amount', async () => {
    const chain = createFakeChain()
    chain.deploy(items, (data) =>
      data === `0x00fdd58e${encodeAbiWordForTests(BigInt(vaultAddress)).slice(2)}${encodeAbiWordForTests(7n).slice(2)}`
        ? encodeAbiWordForTests(5n)
        : encodeAbiWordForTests(0n),
    )
    const rule = { type: 'erc1155', chain: '1', contract: items, tokenId: '7', delegated: true }
    deployRegistry(chain, { type: erc1155, contract: items, tokenId: 7n, amount: 3n })
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, atLeast: '3' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, atLeast: '4' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('not-met')
    deployRegistry(chain, { type: contract, contract: items })
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, atLeast: '5' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('met')
    deployRegistry(chain, { type: erc1155, contract: items, tokenId: 8n, amount: 9n })
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, atLeast: '1' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('not-met')
  })

  test.each<[string, Hex | null | 'gone', string]>([
    ['reverts', null, 'not-met'],
    ['does not exist', 'gone', 'not-met'],
    ['returns empty data', '0x', 'not-met'],
    [
      'returns fewer entries than its length',
      `0x${encodeAbiWordForTests(32n).slice(2)}${encodeAbiWordForTests(2n).slice(2)}`,
      'not-met',
    ],
    ['returns an impossibly large length', `0x${encodeAbiWordForTests(32n).slice(2)}${'f'.repeat(64)}`, 'not-met'],
    [
      'returns an unexpected array offset',
      `0x${encodeAbiWordForTests(64n).slice(2)}${encodeAbiWordForTests(0n).slice(2)}`,
      'not-met',
    ],
    ['returns half a word', '0x1234', 'not-met'],
  ])('S3: ignores delegations if the registry %s', async (_what, answer, outcome) => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vaultAddress, 150n)
    deployRegistry(chain, { type: all })
    if (answer === 'gone') chain.destroy(registry)
    else chain.deploy(registry, () => answer)
    expect(await evaluateGroupRuleOutcomeForTests(lent, [createKeyWallet(adaAddress)], chain)).toBe(outcome)
  })

  test('S3: returns unknown if there are too many delegations to read, unless another wallet suffices', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vaultAddress, 150n)
    deployRegistry(chain, { type: all })
    const { read } = chain
    chain.read = async (questions, options) => {
      const { block, results } = await read(questions, options)
      const code = { hash: '0x00', delegate: null } as const
      return {
        block,
        results: results.map((one, index) => (questions[index]?.to === registry ? { outcome: 'too-long', code } : one)),
      }
    }
    expect(await evaluateSingleGroupRuleForTests(lent, [createKeyWallet(adaAddress)], chain)).toMatchObject({
      outcome: 'unknown',
      reason: 'the wallet has too many delegations to read',
    })
    expect(
      await evaluateGroupRuleOutcomeForTests(lent, [createKeyWallet(adaAddress), createKeyWallet(vaultAddress)], chain),
    ).toBe('met')
  })

  test('S8: count for a contract wallet only while its contract accepts its proof', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vaultAddress, 150n)
    deployRegistry(chain, { type: all })
    chain.deploy(
      adaAddress,
      createFakeContractWallet(() => false),
    )
    expect(await evaluateGroupRuleOutcomeForTests(lent, [createProvedContractWallet('1', adaAddress)], chain)).toBe(
      'not-met',
    )
    chain.deploy(
      adaAddress,
      createFakeContractWallet(() => true),
    )
    expect(await evaluateGroupRuleOutcomeForTests(lent, [createProvedContractWallet('1', adaAddress)], chain)).toBe(
      'met',
    )
    // For a contract wallet, only the registry on the wallet's own chain is used.
    expect(await evaluateGroupRuleOutcomeForTests(lent, [createProvedContractWallet('10', adaAddress)], chain)).toBe(
      'not-met',
    )
  })
})
