// Tests rule conditions on two real chains, before and after holdings are sold or delegations
// revoked.
import { toChecksumAddress } from '@countersign/message'
import {
  deployTestContract,
  deployTestContractAt,
  sendEthereumTransaction,
  sendContractTransaction,
} from '@countersign/testing/chain/smart-contract-fixtures'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultDelegateRegistryAddress } from '../../platform/chain-settings.ts'
import { createTestChainReaders, createTestChainSettings } from '../../testing/chain-reader-fixtures.ts'
import { resolveGroupRuleTokenContracts, resolveGroupRuleForPreview } from './resolve-group-rule-token-contracts.ts'
import { formatGroupRuleAsTextLines } from './format-group-rule-as-text.ts'
import { parseGroupRule } from './parse-group-rule.ts'
import type { GroupRuleParseResult } from './group-rule-parse-context.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import { evaluateGroupRuleForWallet } from './evaluate-group-rule-for-wallet.ts'

let [one, base] = [] as unknown as [LocalEthereumChain, LocalEthereumChain]
const registry = defaultDelegateRegistryAddress as `0x${string}`
const alice = ethereumTestKeys.alice.address as `0x${string}`
const bob = ethereumTestKeys.bob.address as `0x${string}`
const carol = ethereumTestKeys.carol.address as `0x${string}`

beforeAll(async () => {
  ;[one, base] = await Promise.all([
    startLocalEthereumChain({ chainId: 1 }),
    startLocalEthereumChain({ chainId: 8453 }),
  ])
  for (const chain of [one, base]) await deployTestContractAt(chain, registry, 'TestRegistry')
})
afterAll(() => Promise.all([one.stop(), base.stop()]))

const chains = () =>
  createTestChainReaders([
    createTestChainSettings({ id: '1', name: 'Ethereum', rpc: [one.url], delegateRegistry: registry }),
    createTestChainSettings({ id: '8453', name: 'Base', rpc: [base.url], delegateRegistry: registry }),
  ])

/** Mines blocks first, so that all earlier blocks are final. */
async function tryOn(rule: unknown, address: string): Promise<string> {
  await Promise.all([one.mine(2), base.mine(2)])
  const read = await resolveGroupRuleForPreview(rule, chains())
  if (read.outcome !== 'parsed') throw new Error(JSON.stringify(read))
  const wallet = { namespace: 'eip155', kind: 'key', chainReference: null, address: address.toLowerCase() } as const
  const { outcome, reason } = await evaluateGroupRuleForWallet(chains(), read.rule, wallet, 0)
  return reason === null ? outcome : `${outcome}: ${reason}`
}

const completeAgain = (rule: unknown, before: readonly GroupRule[]) =>
  resolveGroupRuleTokenContracts<GroupRuleParseResult>((reading) => parseGroupRule(rule, reading), chains(), before)

describe('group rules on two chains', () => {
  test('sums balances across both chains with different decimals', async () => {
    const six = await deployTestContract(one, 'TestMoney', ['Money', 'USDM', 6])
    const eighteen = await deployTestContract(base, 'TestMoney', ['Money', 'USDM', 18])
    await sendContractTransaction(one, { to: six, contract: 'TestMoney', name: 'mint', args: [alice, 1_000_000n] })
    await sendContractTransaction(base, {
      to: eighteen,
      contract: 'TestMoney',
      name: 'mint',
      args: [alice, 5n * 10n ** 17n],
    })
    const of = [
      { chain: 'Ethereum', contract: six },
      { chain: 'base', contract: eighteen },
    ]
    expect(await tryOn({ type: 'sum', of, atLeast: '1.5 usdm' }, alice)).toBe('met: the wallets hold 1.5 in total')
    expect(await tryOn({ type: 'sum', of, atLeast: '1.500001' }, alice)).toBe('not-met: the wallets hold 1.5 in total')
    await sendContractTransaction(base, {
      to: eighteen,
      contract: 'TestMoney',
      name: 'transfer',
      args: [bob, 1n],
      from: alice,
    })
    expect(await tryOn({ type: 'sum', of, atLeast: '1.5' }, alice)).toBe(
      'not-met: the wallets hold 1.499999999999999999 in total',
    )
    const read = await resolveGroupRuleForPreview({ type: 'sum', of, atLeast: '1.5 USDM' }, chains())
    expect(read.outcome === 'parsed' && read.rule).toEqual({
      type: 'sum',
      of: [
        { chain: '1', contract: six.toLowerCase(), token: { symbol: 'USDM', name: 'Money', decimals: 6 } },
        { chain: '8453', contract: eighteen.toLowerCase(), token: { symbol: 'USDM', name: 'Money', decimals: 18 } },
      ],
      atLeast: '1.5',
    })
  })

  test('checks native balances of keys, contracts and unused addresses', async () => {
    await one.rpc('anvil_setBalance', [carol, '0x16345785d8a0000'])
    const rule = { type: 'native', chain: '1', atLeast: '0.1 ETH' }
    expect(await tryOn(rule, carol)).toBe('met')
    expect(await tryOn({ ...rule, atLeast: '0.100000000000000001 ETH' }, carol)).toMatch(/^not/)
    expect(await tryOn({ ...rule, chain: '8453' }, `0x${'12'.repeat(20)}`)).toMatch(/^not/)
    // Reading a native balance does not call the contract, so this contract cannot interfere.
    const burning = await deployTestContract(one, 'BurningToken')
    await one.rpc('anvil_setBalance', [burning, '0x16345785d8a0000'])
    expect(await tryOn(rule, burning)).toBe('met')
  })

  test('checks token IDs and ranges of ERC-721 and ERC-1155 collections', async () => {
    const picture = await deployTestContract(base, 'TestPicture')
    const items = await deployTestContract(base, 'TestItems')
    for (const id of [3n, 5n, 9n])
      await sendContractTransaction(base, { to: picture, contract: 'TestPicture', name: 'mint', args: [alice, id] })
    for (const id of [1n, 2n])
      await sendContractTransaction(base, { to: items, contract: 'TestItems', name: 'mint', args: [alice, id, 2n] })
    const pictures = { type: 'erc721', chain: 'base', contract: picture, tokenIds: [{ from: '1', to: '8' }] }
    expect(await tryOn({ ...pictures, atLeast: '2' }, alice)).toBe('met')
    expect(await tryOn({ ...pictures, atLeast: '3' }, alice)).toMatch(/^not/)
    expect(await tryOn({ ...pictures, tokenIds: [{ from: '10', to: '12' }] }, alice)).toBe(
      'not-met: none of these token IDs has an owner',
    )
    const things = { type: 'erc1155', chain: 'base', contract: items, tokenIds: ['1', { from: '2', to: '100' }] }
    expect(await tryOn({ ...things, atLeast: '4' }, alice)).toBe('met')
    expect(await tryOn({ ...things, atLeast: '5' }, alice)).toMatch(/^not/)
  })

  test('counts delegated holdings until revoked, and only while the vault holds them', async () => {
    const coin = await deployTestContract(one, 'TestCoin')
    const picture = await deployTestContract(one, 'TestPicture')
    await sendContractTransaction(one, { to: coin, contract: 'TestCoin', name: 'mint', args: [bob, 10n] })
    await sendContractTransaction(one, { to: picture, contract: 'TestPicture', name: 'mint', args: [bob, 7n] })
    const zero = `0x${'0'.repeat(64)}`
    const delegate = (...args: unknown[]) =>
      sendContractTransaction(one, { to: registry, contract: 'TestRegistry', name: 'delegate', args, from: bob })
    const coins = { type: 'erc20', chain: '1', contract: coin, atLeast: '10', delegated: true }
    const pictures = { type: 'erc721', chain: '1', contract: picture, tokenId: '7', delegated: true }
    expect(await tryOn(coins, alice)).toMatch(/^not/)
    await delegate(4, alice, zero, coin, 0n, 9n)
    expect(await tryOn(coins, alice)).toMatch(/^not/)
    await delegate(4, alice, zero, coin, 0n, 2n ** 256n - 1n)
    expect(await tryOn(coins, alice)).toBe('met')
    await delegate(3, alice, zero, picture, 7n, 0n)
    expect(await tryOn(pictures, alice)).toBe('met')
    expect(
      await tryOn({ ...coins, chain: '8453', contract: await deployTestContract(base, 'TestCoin') }, alice),
    ).toMatch(/^not/)
    await sendContractTransaction(one, {
      to: picture,
      contract: 'TestPicture',
      name: 'transferFrom',
      args: [bob, carol, 7n],
      from: bob,
    })
    expect(await tryOn(pictures, alice)).toMatch(/^not/)
    await sendContractTransaction(one, {
      to: registry,
      contract: 'TestRegistry',
      name: 'revoke',
      args: [alice],
      from: bob,
    })
    expect(await tryOn(coins, alice)).toMatch(/^not/)
  })

  test('S3: returns unknown under delegation spam, unless the wallet itself holds enough', async () => {
    const coin = await deployTestContract(one, 'TestCoin')
    await sendContractTransaction(one, { to: coin, contract: 'TestCoin', name: 'mint', args: [alice, 10n] })
    const victim = '0x00000000000000000000000000000000000c0ffe'
    const delegate = (to: string) =>
      sendContractTransaction(one, {
        to: registry,
        contract: 'TestRegistry',
        name: 'delegate',
        args: [1, to, `0x${'0'.repeat(64)}`, coin, 0n, 0n],
        from: alice,
      })
    const rule = { type: 'erc20', chain: '1', contract: coin, atLeast: '10', delegated: true }
    for (let count = 0; count < 18; count++) await delegate(victim)
    expect(await tryOn(rule, victim)).toBe('met')
    await delegate(victim)
    expect(await tryOn(rule, victim)).toBe('unknown: the wallet has too many delegations to read')
    await sendContractTransaction(one, { to: coin, contract: 'TestCoin', name: 'mint', args: [victim, 10n] })
    expect(await tryOn(rule, victim)).toBe('met')
  }, 60_000)

  test('keeps the token metadata that was read when the rule was created', async () => {
    const token = await deployTestContract(one, 'DeceptiveToken', ['OLD', 'Old name'])
    await sendContractTransaction(one, { to: token, contract: 'DeceptiveToken', name: 'mint', args: [alice, 5n] })
    await one.mine(2)
    const read = await resolveGroupRuleForPreview(
      { type: 'erc20', chain: '1', contract: token, atLeast: '0.000005 OLD' },
      chains(),
    )
    if (read.outcome !== 'parsed') throw new Error(JSON.stringify(read))
    expect(formatGroupRuleAsTextLines(read.rule, [{ id: '1', name: 'Ethereum' }])).toEqual([
      `at least 0.000005 OLD (exactly 5) of Old name ${toChecksumAddress(token)} on Ethereum, chain 1 (ERC-20)`,
    ])
    await one.rpc('anvil_setCode', [
      token,
      await one.rpc('eth_getCode', [await deployTestContract(one, 'TestCoin'), 'latest']),
    ])
    await sendEthereumTransaction(one, { to: bob })
    await one.mine(2)
    const again = await completeAgain({ any: [{ type: 'name', under: 'a.eth' }, read.rule] }, [read.rule])
    expect(again.outcome === 'parsed' && again.rule).toEqual({ any: [{ type: 'name', under: 'a.eth' }, read.rule] })
  })
})
