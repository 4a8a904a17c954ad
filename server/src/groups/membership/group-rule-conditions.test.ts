// Tests rule conditions: native coins, sums, token IDs and contract wallets.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeContractWallet } from '../../testing/fake-chains.ts'
import { deployTestToken, testTokenAddress, encodeAbiWordForTests } from '../../testing/group-and-token-fixtures.ts'
import { formatGroupRuleCondition, formatGroupRuleEvaluationReason } from './format-group-rule-as-text.ts'
import type { GroupRuleCondition } from '../../store/groups/group-rule-types.ts'
import {
  adaAddress,
  evaluateGroupRuleOutcomeForTests,
  createKeyWallet,
  createProvedContractWallet,
  bobAddress,
  evaluateSingleGroupRuleForTests,
  safeAddress,
  otherAddress,
  deployFakeNftCollection,
} from '../../testing/group-rule-fixtures.ts'

const nfts = '0x000000000000000000000000000000000000721a'
const items = '0x0000000000000000000000000000000000001155'

test('a native balance condition counts wallets on one chain, and is unknown while that chain is down', async () => {
  const chain = createFakeChain()
  chain.nativeBalances.set(adaAddress, 10n ** 17n)
  const rule = { type: 'native', chain: '1', atLeast: '0.1', token: { symbol: 'ETH', name: null, decimals: 18 } }
  expect(await evaluateGroupRuleOutcomeForTests(rule, [createKeyWallet(adaAddress)], chain)).toBe('met')
  expect(
    await evaluateGroupRuleOutcomeForTests(
      { ...rule, atLeast: String(10n ** 17n + 1n) },
      [createKeyWallet(adaAddress)],
      chain,
    ),
  ).toBe('not-met')
  // A contract wallet is considered only on its own chain (S4).
  expect(
    await evaluateGroupRuleOutcomeForTests(rule, [{ ...createProvedContractWallet('10', adaAddress) }], chain),
  ).toBe('not-met')
  chain.readError = 'away'
  expect(await evaluateGroupRuleOutcomeForTests(rule, [createKeyWallet(adaAddress)], chain)).toBe('unknown')
})

describe('a sum condition', () => {
  const usdc = (chain: string) => ({
    chain,
    contract: testTokenAddress,
    token: { symbol: 'USDC', name: null, decimals: 6 },
  })
  const coarse = { chain: '1', contract: nfts, token: { symbol: 'USD', name: null, decimals: 2 } }
  const sum = (atLeast: string, ...of: object[]) => ({ type: 'sum', of, atLeast })
  const standing = createFakeContractWallet((_hash, signature) => signature === '0x1234')
  const sold = createFakeContractWallet(() => false)

  test('adds up balances across wallets, tokens and chains in their own decimals, without rounding', async () => {
    const [one, ten] = [createFakeChain({ id: '1' }), createFakeChain({ id: '10' })]
    deployTestToken(one).set(adaAddress, 1_000_000n).set(bobAddress, 500_001n)
    deployTestToken(ten).set(adaAddress, 1n)
    deployTestToken(one, nfts).set(bobAddress, 150n)
    one.nativeBalances.set(adaAddress, 10n ** 18n)
    const of = [usdc('1'), usdc('10'), coarse, { chain: '1' }]
    // The sum is 1 + 0.500001 + 0.000001 + 1.5 + 1 (native coin).
    expect(
      await evaluateGroupRuleOutcomeForTests(
        sum('4.000002', ...of),
        [createKeyWallet(adaAddress), createKeyWallet(bobAddress)],
        one,
        ten,
      ),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests(
        sum('4.000003', ...of),
        [createKeyWallet(adaAddress), createKeyWallet(bobAddress)],
        one,
        ten,
      ),
    ).toBe('not-met')
    expect(
      await evaluateGroupRuleOutcomeForTests(sum('4.000002', ...of), [createKeyWallet(adaAddress)], one, ten),
    ).toBe('not-met')
    const evaluation = await evaluateSingleGroupRuleForTests(
      sum('5', ...of),
      [createKeyWallet(adaAddress), createKeyWallet(bobAddress)],
      one,
      ten,
    )
    expect(formatGroupRuleEvaluationReason(evaluation)).toBe('the wallets hold 4.000002 in total')
    expect(formatGroupRuleCondition(evaluation.rule as GroupRuleCondition, [])).toBe(
      'at least 5 in total, across all wallets, of USDC, USDC 0x00000000000000000000000000000000000070Ce on Ethereum, chain 1; USDC, USDC 0x00000000000000000000000000000000000070Ce on OP Mainnet, chain 10; USD, USD 0x000000000000000000000000000000000000721a on Ethereum, chain 1; the native coin on Ethereum, chain 1',
    )
  })

  test('is unknown while a chain is unavailable, unless the other balances suffice', async () => {
    const [one, ten] = [createFakeChain({ id: '1' }), createFakeChain({ id: '10' })]
    deployTestToken(one).set(adaAddress, 2_000_000n)
    ten.readError = 'away'
    expect(
      await evaluateGroupRuleOutcomeForTests(sum('2', usdc('1'), usdc('10')), [createKeyWallet(adaAddress)], one, ten),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests(sum('3', usdc('1'), usdc('10')), [createKeyWallet(adaAddress)], one, ten),
    ).toBe('unknown')
  })

  test('counts an address once when it is both a key and a contract wallet', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(adaAddress, 1_000_000n)
    chain.deploy(adaAddress, standing)
    expect(
      await evaluateGroupRuleOutcomeForTests(
        sum('2', usdc('1')),
        [createProvedContractWallet('1', adaAddress), createKeyWallet(adaAddress)],
        chain,
      ),
    ).toBe('not-met')
    expect(
      await evaluateGroupRuleOutcomeForTests(
        sum('1', usdc('1')),
        [createProvedContractWallet('1', adaAddress), createKeyWallet(adaAddress)],
        chain,
      ),
    ).toBe('met')
  })

  test('S8 S12: counts a contract wallet only while its contract accepts its proof', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(adaAddress, 1_000_000n).set(safeAddress, 1_000_000n).set(otherAddress, 1_000_000n)
    chain.deploy(safeAddress, sold)
    chain.deploy(otherAddress, standing)
    const wallets = [
      createKeyWallet(adaAddress),
      createProvedContractWallet('1', safeAddress),
      createProvedContractWallet('1', otherAddress),
    ]
    expect(await evaluateGroupRuleOutcomeForTests(sum('2', usdc('1')), wallets, chain)).toBe('met')
    expect(await evaluateGroupRuleOutcomeForTests(sum('3', usdc('1')), wallets, chain)).toBe('not-met')
    chain.deploy(safeAddress, standing)
    expect(await evaluateGroupRuleOutcomeForTests(sum('3', usdc('1')), wallets, chain)).toBe('met')
    // The same address may have a different owner on another chain (S4).
    const elsewhere = createFakeChain({ id: '10' })
    deployTestToken(elsewhere).set(safeAddress, 9_000_000n)
    expect(await evaluateGroupRuleOutcomeForTests(sum('4', usdc('1'), usdc('10')), wallets, chain, elsewhere)).toBe(
      'not-met',
    )
  })

  test('S3: checks only the contract wallets it needs, so a hostile one cannot force an unknown result', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(safeAddress, 5_000_000n).set(otherAddress, 1n)
    chain.deploy(safeAddress, sold)
    chain.beforeReading = (questions) => {
      if (questions.some(({ to }) => to === otherAddress))
        throw new ChainUnavailableError('the node did not answer in time')
    }
    expect(
      await evaluateGroupRuleOutcomeForTests(
        sum('5', usdc('1')),
        [createProvedContractWallet('1', otherAddress), createProvedContractWallet('1', safeAddress)],
        chain,
      ),
    ).toBe('not-met')
    chain.deploy(safeAddress, standing)
    expect(
      await evaluateGroupRuleOutcomeForTests(
        sum('5', usdc('1')),
        [createProvedContractWallet('1', otherAddress), createProvedContractWallet('1', safeAddress)],
        chain,
      ),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests(
        sum('5.000001', usdc('1')),
        [createProvedContractWallet('1', otherAddress), createProvedContractWallet('1', safeAddress)],
        chain,
      ),
    ).toBe('unknown')
  })
})

describe('token IDs of a collection', () => {
  const numbered = (...tokenIds: unknown[]) => ({ type: 'erc721', chain: '1', contract: nfts, tokenIds })

  test('ERC-721: counts the listed token IDs and ranges held by one wallet', async () => {
    const chain = createFakeChain()
    deployFakeNftCollection(
      chain,
      new Map([
        [5n, adaAddress],
        [10n, adaAddress],
        [11n, bobAddress],
        [20n, adaAddress],
        [99n, adaAddress],
      ]),
    )
    const rule = numbered('5', { from: '10', to: '20' })
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, atLeast: '3' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests(
        { ...rule, atLeast: '4' },
        [createKeyWallet(adaAddress), createKeyWallet(bobAddress)],
        chain,
      ),
    ).toBe('not-met')
    expect(await evaluateGroupRuleOutcomeForTests(numbered('12'), [createKeyWallet(adaAddress)], chain)).toBe('not-met')
    chain.readings.length = 0
    await evaluateGroupRuleOutcomeForTests(
      { ...rule, atLeast: '4' },
      [createKeyWallet(adaAddress), createKeyWallet(bobAddress)],
      chain,
    )
    expect(chain.readings).toEqual([12])
  })

  test('ERC-1155: sums the balances of listed token IDs with one call per wallet', async () => {
    const chain = createFakeChain()
    const held = new Map([
      [`${adaAddress} 1`, 2n],
      [`${adaAddress} 7`, 3n],
      [`${bobAddress} 7`, 9n],
    ])
    chain.deploy(items, (data) => {
      if (!data.startsWith('0x4e1273f4')) return null
      const words = (data.slice(10).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`))
      const count = Number(words[2])
      const balances = Array.from({ length: count }, (_, index) => {
        const address = `0x${(words[3 + index] as bigint).toString(16).padStart(40, '0')}`
        return held.get(`${address} ${words[4 + count + index]}`) ?? 0n
      })
      return `0x${[32n, BigInt(count), ...balances].map((one) => encodeAbiWordForTests(one).slice(2)).join('')}`
    })
    const rule = { type: 'erc1155', chain: '1', contract: items, tokenIds: ['1', { from: '5', to: '8' }] }
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, atLeast: '5' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('met')
    expect(
      await evaluateGroupRuleOutcomeForTests({ ...rule, atLeast: '6' }, [createKeyWallet(adaAddress)], chain),
    ).toBe('not-met')
    expect(
      await evaluateGroupRuleOutcomeForTests(
        { ...rule, atLeast: '9' },
        [createKeyWallet(adaAddress), createKeyWallet(bobAddress)],
        chain,
      ),
    ).toBe('met')
    expect(chain.readings).toEqual([1, 1, 2])
    for (const answer of ['0x', encodeAbiWordForTests(5n), `0x${'f'.repeat(64 * 7)}`] as Hex[]) {
      chain.deploy(items, () => answer)
      expect(await evaluateGroupRuleOutcomeForTests(rule, [createKeyWallet(adaAddress)], chain)).toBe('not-met')
    }
  })
})
