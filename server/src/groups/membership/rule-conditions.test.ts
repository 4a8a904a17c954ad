// Coins, sums, numbers of collections and delegations: what each condition asks, what it counts, and what no contract can bend.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createContractWallet } from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { deployTestToken, testTokenAddress, encodeAbiWord } from '../../testing/test-groups.ts'
import { formatCondition, formatVerdictReason } from './format-rule.ts'
import { evaluateRules } from './evaluate-rules.ts'
import { parseRule } from './parse-group-rule.ts'
import type { RuleCondition } from '../../store/groups/group-rule.ts'
import type { CurrentWallet } from './wallet-list.ts'

const [ada, bob, vault, safe, other] = ['ad', 'b0', 'fa', '5a', '0e'].map(
  (end) => `0x00000000000000000000000000000000000000${end}`,
) as [string, string, string, string, string]
const registry = '0x00000000000000447e69651d841bd8d104bed493'
const nfts = '0x000000000000000000000000000000000000721a'
const items = '0x0000000000000000000000000000000000001155'

const key = (address: string): CurrentWallet => ({
  id: address,
  namespace: 'eip155',
  kind: 'key',
  chainReference: null,
  address,
  name: null,
  nameReadAt: null,
  proof: null,
})
const proved = (chainReference: string, address: string): CurrentWallet => ({
  ...key(address),
  id: `${chainReference} ${address}`,
  kind: 'contract',
  chainReference,
  proof: { chain: chainReference, message: 'signed', signature: '0x1234', method: 'erc1271', verifiedBlock: '90' },
})

async function verdictOn(rule: unknown, wallets: readonly CurrentWallet[], ...chains: FakeChain[]) {
  const read = parseRule(rule)
  if (read.outcome !== 'parsed') throw new Error(JSON.stringify(read))
  const [verdict] = await evaluateRules(createFakeChains(...chains), [{ rule: read.rule, wallets }], { nameCutoff: 0 })
  if (verdict === undefined) throw new Error('nothing')
  return verdict
}
const ask = async (...asked: Parameters<typeof verdictOn>): Promise<string> => (await verdictOn(...asked)).outcome

test('the coin of a chain is counted at keys and contracts, and costs no contract a call', async () => {
  const chain = createFakeChain()
  chain.nativeBalances.set(ada, 10n ** 17n)
  const rule = { type: 'native', chain: '1', atLeast: '0.1', token: { symbol: 'ETH', name: null, decimals: 18 } }
  expect(await ask(rule, [key(ada)], chain)).toBe('met')
  expect(await ask({ ...rule, atLeast: String(10n ** 17n + 1n) }, [key(ada)], chain)).toBe('not-met')
  // S4 A contract wallet has it on its own chain alone.
  expect(await ask(rule, [{ ...proved('10', ada) }], chain)).toBe('not-met')
  chain.readError = 'away'
  expect(await ask(rule, [key(ada)], chain)).toBe('unknown')
})

describe('a sum', () => {
  const usdc = (chain: string) => ({
    chain,
    contract: testTokenAddress,
    token: { symbol: 'USDC', name: null, decimals: 6 },
  })
  const coarse = { chain: '1', contract: nfts, token: { symbol: 'USD', name: null, decimals: 2 } }
  const sum = (atLeast: string, ...of: object[]) => ({ type: 'sum', of, atLeast })
  const standing = createContractWallet((_hash, signature) => signature === '0x1234')
  const sold = createContractWallet(() => false)

  test('adds up wallets, tokens and chains, each in its own unit, without rounding', async () => {
    const [one, ten] = [createFakeChain({ id: '1' }), createFakeChain({ id: '10' })]
    deployTestToken(one).set(ada, 1_000_000n).set(bob, 500_001n)
    deployTestToken(ten).set(ada, 1n)
    deployTestToken(one, nfts).set(bob, 150n)
    one.nativeBalances.set(ada, 10n ** 18n)
    const of = [usdc('1'), usdc('10'), coarse, { chain: '1' }]
    // 1 + 0.500001 + 0.000001 + 1.5 + 1 coin.
    expect(await ask(sum('4.000002', ...of), [key(ada), key(bob)], one, ten)).toBe('met')
    expect(await ask(sum('4.000003', ...of), [key(ada), key(bob)], one, ten)).toBe('not-met')
    expect(await ask(sum('4.000002', ...of), [key(ada)], one, ten)).toBe('not-met')
    const told = await verdictOn(sum('5', ...of), [key(ada), key(bob)], one, ten)
    expect(formatVerdictReason(told)).toBe('the wallets hold 4.000002 together')
    expect(formatCondition(told.rule as RuleCondition, [])).toBe(
      'at least 5 together, over all wallets, of USDC, USDC 0x00000000000000000000000000000000000070Ce on Ethereum, chain 1; USDC, USDC 0x00000000000000000000000000000000000070Ce on OP Mainnet, chain 10; USD, USD 0x000000000000000000000000000000000000721a on Ethereum, chain 1; its coin on Ethereum, chain 1',
    )
  })

  test('is open while a part of it cannot be read, unless the rest is enough', async () => {
    const [one, ten] = [createFakeChain({ id: '1' }), createFakeChain({ id: '10' })]
    deployTestToken(one).set(ada, 2_000_000n)
    ten.readError = 'away'
    expect(await ask(sum('2', usdc('1'), usdc('10')), [key(ada)], one, ten)).toBe('met')
    expect(await ask(sum('3', usdc('1'), usdc('10')), [key(ada)], one, ten)).toBe('unknown')
  })

  test('counts an address once, be it a key and a contract wallet at a time', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(ada, 1_000_000n)
    chain.deploy(ada, standing)
    expect(await ask(sum('2', usdc('1')), [proved('1', ada), key(ada)], chain)).toBe('not-met')
    expect(await ask(sum('1', usdc('1')), [proved('1', ada), key(ada)], chain)).toBe('met')
  })

  test('S8 S12 counts a contract wallet only while its contract stands behind its proof', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(ada, 1_000_000n).set(safe, 1_000_000n).set(other, 1_000_000n)
    chain.deploy(safe, sold)
    chain.deploy(other, standing)
    const wallets = [key(ada), proved('1', safe), proved('1', other)]
    expect(await ask(sum('2', usdc('1')), wallets, chain)).toBe('met')
    expect(await ask(sum('3', usdc('1')), wallets, chain)).toBe('not-met')
    chain.deploy(safe, standing)
    expect(await ask(sum('3', usdc('1')), wallets, chain)).toBe('met')
    // S4 What is at its address on another chain is somebody else's.
    const elsewhere = createFakeChain({ id: '10' })
    deployTestToken(elsewhere).set(safe, 9_000_000n)
    expect(await ask(sum('4', usdc('1'), usdc('10')), wallets, chain, elsewhere)).toBe('not-met')
  })

  test('S3 asks no more contracts than it needs, so that a hostile one with a grain in it keeps nobody in', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(safe, 5_000_000n).set(other, 1n)
    chain.deploy(safe, sold)
    chain.beforeReading = (questions) => {
      if (questions.some(({ to }) => to === other)) throw new ChainUnavailableError('the node did not answer in time')
    }
    // The grain is of no use beside what was sold.
    expect(await ask(sum('5', usdc('1')), [proved('1', other), proved('1', safe)], chain)).toBe('not-met')
    chain.deploy(safe, standing)
    expect(await ask(sum('5', usdc('1')), [proved('1', other), proved('1', safe)], chain)).toBe('met')
    expect(await ask(sum('5.000001', usdc('1')), [proved('1', other), proved('1', safe)], chain)).toBe('unknown')
  })
})

/** A collection of which each number is somebody's. */
const deployNfts = (chain: FakeChain, owners: ReadonlyMap<bigint, string>): void =>
  chain.deploy(nfts, (data) => {
    if (!data.startsWith('0x6352211e')) return null
    const owner = owners.get(BigInt(`0x${data.slice(10)}`))
    return owner === undefined ? null : encodeAbiWord(BigInt(owner))
  })

describe('numbers of a collection', () => {
  const numbered = (...tokenIds: unknown[]) => ({ type: 'erc721', chain: '1', contract: nfts, tokenIds })

  test('ERC-721: so many of the numbers and ranges that are named, in one wallet', async () => {
    const chain = createFakeChain()
    deployNfts(
      chain,
      new Map([
        [5n, ada],
        [10n, ada],
        [11n, bob],
        [20n, ada],
        [99n, ada],
      ]),
    )
    const rule = numbered('5', { from: '10', to: '20' })
    expect(await ask({ ...rule, atLeast: '3' }, [key(ada)], chain)).toBe('met')
    expect(await ask({ ...rule, atLeast: '4' }, [key(ada), key(bob)], chain)).toBe('not-met')
    expect(await ask(numbered('12'), [key(ada)], chain)).toBe('not-met')
    // Whoever is asked for, each number is asked for once.
    chain.readings.length = 0
    await ask({ ...rule, atLeast: '4' }, [key(ada), key(bob)], chain)
    expect(chain.readings).toEqual([12])
  })

  test('ERC-1155: so many of the numbers together, by one question to each wallet', async () => {
    const chain = createFakeChain()
    const held = new Map([
      [`${ada} 1`, 2n],
      [`${ada} 7`, 3n],
      [`${bob} 7`, 9n],
    ])
    chain.deploy(items, (data) => {
      if (!data.startsWith('0x4e1273f4')) return null
      const words = (data.slice(10).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`))
      const count = Number(words[2])
      const balances = Array.from({ length: count }, (_, index) => {
        const address = `0x${(words[3 + index] as bigint).toString(16).padStart(40, '0')}`
        return held.get(`${address} ${words[4 + count + index]}`) ?? 0n
      })
      return `0x${[32n, BigInt(count), ...balances].map((one) => encodeAbiWord(one).slice(2)).join('')}`
    })
    const rule = { type: 'erc1155', chain: '1', contract: items, tokenIds: ['1', { from: '5', to: '8' }] }
    expect(await ask({ ...rule, atLeast: '5' }, [key(ada)], chain)).toBe('met')
    expect(await ask({ ...rule, atLeast: '6' }, [key(ada)], chain)).toBe('not-met')
    expect(await ask({ ...rule, atLeast: '9' }, [key(ada), key(bob)], chain)).toBe('met')
    expect(chain.readings).toEqual([1, 1, 2])
    for (const answer of ['0x', encodeAbiWord(5n), `0x${'f'.repeat(64 * 7)}`] as Hex[]) {
      chain.deploy(items, () => answer)
      expect(await ask(rule, [key(ada)], chain)).toBe('not-met')
    }
  })
})

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

/** A registry that answers to everybody that this was delegated. */
function deployRegistry(chain: FakeChain, ...given: Given[]): void {
  chain.settings.delegateRegistry = registry
  const words = given.flatMap(
    ({ type, to = ada, from = vault, rights = 0n, contract: of = testTokenAddress, tokenId = 0n, amount = 0n }) => [
      BigInt(type),
      BigInt(to),
      BigInt(from),
      rights,
      BigInt(type === all ? 0 : of),
      tokenId,
      amount,
    ],
  )
  const data: Hex = `0x${[32n, BigInt(given.length), ...words].map((one) => encodeAbiWord(one).slice(2)).join('')}`
  chain.deploy(registry, (asked) =>
    asked === `0x42f87c25${encodeAbiWord(BigInt(ada)).slice(2)}` ? data : encodeAbiWord(32n),
  )
}

describe('delegated holdings', () => {
  const lent = { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '100', delegated: true }

  test.each<[string, Given[], string]>([
    ['everything', [{ type: all }], 'met'],
    ['what there is of the contract', [{ type: contract }], 'met'],
    ['of another contract', [{ type: contract, contract: nfts }], 'not-met'],
    ['a part of it that is enough', [{ type: erc20, amount: 100n }], 'met'],
    ['more than there is', [{ type: erc20, amount: 2n ** 255n, from: other }], 'not-met'],
    ['less than it takes', [{ type: erc20, amount: 99n }], 'not-met'],
    [
      'two parts that are none together',
      [
        { type: erc20, amount: 60n },
        { type: erc20, amount: 60n, from: other },
      ],
      'not-met',
    ],
    ['for one purpose alone', [{ type: all, rights: 1n }], 'not-met'],
    ['to somebody else', [{ type: all, to: bob }], 'not-met'],
    ['by somebody who has nothing', [{ type: all, from: other }], 'not-met'],
    ['a token of a collection', [{ type: erc721, tokenId: 1n }], 'not-met'],
    ['nothing', [{ type: 0 }], 'not-met'],
    ['of a kind that there is not', [{ type: 77 }], 'not-met'],
    ['nothing at all', [], 'not-met'],
  ])('of a coin, %s was delegated', async (_what, given, outcome) => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vault, 150n).set(other, 50n)
    deployRegistry(chain, ...given)
    expect(await ask(lent, [key(ada)], chain)).toBe(outcome)
    // Nobody's vault counts unless the rule says so, and what one has oneself counts without.
    expect(await ask({ ...lent, delegated: false }, [key(ada)], chain)).toBe('not-met')
    expect(await ask(lent, [key(vault)], chain)).toBe('met')
  })

  test('says by which wallet, and who delegated it', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vault, 150n)
    deployRegistry(chain, { type: all })
    expect(formatVerdictReason(await verdictOn(lent, [key(ada)], chain))).toMatch(
      /^by 0x0{38}[aA][dD], to which 0x0{38}[fF][aA] has delegated it$/,
    )
    // What the wallets hold and who delegated it are two readings.
    expect(chain.readings).toEqual([2, 1])
  })

  test('of a collection: single tokens count while the vault has them, and add up', async () => {
    const chain = createFakeChain()
    deployNfts(
      chain,
      new Map([
        [1n, vault],
        [2n, vault],
        [3n, other],
      ]),
    )
    const rule = { type: 'erc721', chain: '1', contract: nfts, delegated: true }
    const of = (...ids: bigint[]): Given[] => ids.map((tokenId) => ({ type: erc721, contract: nfts, tokenId }))
    deployRegistry(chain, ...of(1n, 2n, 3n))
    expect(await ask({ ...rule, tokenIds: [{ from: '1', to: '3' }], atLeast: '2' }, [key(ada)], chain)).toBe('met')
    expect(await ask({ ...rule, tokenIds: [{ from: '1', to: '3' }], atLeast: '3' }, [key(ada)], chain)).toBe('not-met')
    expect(await ask({ ...rule, tokenId: '2' }, [key(ada)], chain)).toBe('met')
    expect(await ask({ ...rule, tokenId: '3' }, [key(ada)], chain)).toBe('not-met')
    // The same token twice is there once.
    deployRegistry(chain, ...of(1n, 1n))
    expect(await ask({ ...rule, tokenIds: ['1', '2'], atLeast: '2' }, [key(ada)], chain)).toBe('not-met')
  })

  test('of ERC-1155, a number counts up to what was delegated', async () => {
    const chain = createFakeChain()
    chain.deploy(items, (data) =>
      data === `0x00fdd58e${encodeAbiWord(BigInt(vault)).slice(2)}${encodeAbiWord(7n).slice(2)}`
        ? encodeAbiWord(5n)
        : encodeAbiWord(0n),
    )
    const rule = { type: 'erc1155', chain: '1', contract: items, tokenId: '7', delegated: true }
    deployRegistry(chain, { type: erc1155, contract: items, tokenId: 7n, amount: 3n })
    expect(await ask({ ...rule, atLeast: '3' }, [key(ada)], chain)).toBe('met')
    expect(await ask({ ...rule, atLeast: '4' }, [key(ada)], chain)).toBe('not-met')
    deployRegistry(chain, { type: contract, contract: items })
    expect(await ask({ ...rule, atLeast: '5' }, [key(ada)], chain)).toBe('met')
    deployRegistry(chain, { type: erc1155, contract: items, tokenId: 8n, amount: 9n })
    expect(await ask({ ...rule, atLeast: '1' }, [key(ada)], chain)).toBe('not-met')
  })

  test.each<[string, Hex | null | 'gone', string]>([
    ['fails', null, 'not-met'],
    ['is not there', 'gone', 'not-met'],
    ['answers nothing', '0x', 'not-met'],
    ['answers less than it says', `0x${encodeAbiWord(32n).slice(2)}${encodeAbiWord(2n).slice(2)}`, 'not-met'],
    ['says that there are more than all', `0x${encodeAbiWord(32n).slice(2)}${'f'.repeat(64)}`, 'not-met'],
    ['begins elsewhere', `0x${encodeAbiWord(64n).slice(2)}${encodeAbiWord(0n).slice(2)}`, 'not-met'],
    ['answers half a word', '0x1234', 'not-met'],
  ])('S3 count for nothing where the registry %s', async (_what, answer, outcome) => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vault, 150n)
    deployRegistry(chain, { type: all })
    if (answer === 'gone') chain.destroy(registry)
    else chain.deploy(registry, () => answer)
    expect(await ask(lent, [key(ada)], chain)).toBe(outcome)
  })

  test('S3 are unknown where so much was delegated that it cannot be read: it may be right, and may be a stranger’s doing', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vault, 150n)
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
    expect(await verdictOn(lent, [key(ada)], chain)).toMatchObject({
      outcome: 'unknown',
      reason: 'too much was delegated to the wallet for it to be read',
    })
    expect(await ask(lent, [key(ada), key(vault)], chain)).toBe('met')
  })

  test('S8 count for a contract wallet only while its contract stands behind its proof', async () => {
    const chain = createFakeChain()
    deployTestToken(chain).set(vault, 150n)
    deployRegistry(chain, { type: all })
    chain.deploy(
      ada,
      createContractWallet(() => false),
    )
    expect(await ask(lent, [proved('1', ada)], chain)).toBe('not-met')
    chain.deploy(
      ada,
      createContractWallet(() => true),
    )
    expect(await ask(lent, [proved('1', ada)], chain)).toBe('met')
    // Its own chain's registry alone speaks of it.
    expect(await ask(lent, [proved('10', ada)], chain)).toBe('not-met')
  })
})

describe('none of a list', () => {
  const listed = (...wallets: string[]) => ({ type: 'wallets', wallets })
  const rule = { all: [listed(ada, bob), { none: [listed(other), listed(`eip155:1:${safe}`)] }] }
  const judge = async (allTimeWallets: readonly CurrentWallet[]) => {
    const read = parseRule(rule)
    if (read.outcome !== 'parsed') throw new Error(JSON.stringify(read))
    const [verdict] = await evaluateRules(new Map(), [{ rule: read.rule, wallets: [key(ada)], allTimeWallets }], {
      nameCutoff: 0,
    })
    return verdict?.outcome
  }

  test('is met by whoever never had one of them', async () => {
    expect(await judge([key(ada)])).toBe('met')
    expect(await judge([key(ada), key(safe)])).toBe('not-met')
    expect(await judge([key(ada), proved('10', safe)])).toBe('met')
    expect(await judge([key(ada), proved('1', safe)])).toBe('not-met')
    expect(await judge([key(ada), key(other)])).toBe('not-met')
  })

  test.each<[string, unknown, string]>([
    ['alone', { none: [listed(ada)] }, 'rule: "none" must be a part of "all", beside what somebody must have'],
    [
      'in any',
      { any: [listed(ada), { none: [listed(bob)] }] },
      'rule.any[1]: "none" must be a part of "all", beside what somebody must have',
    ],
    [
      'beside nothing else',
      { all: [{ none: [listed(ada)] }, { none: [listed(bob)] }] },
      'rule.all: must have another part beside "none", which says what somebody must have, such as { "type": "erc20", … }',
    ],
    [
      'over what somebody holds',
      { all: [listed(ada), { none: [{ type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '1' }] }] },
      'rule.all[1].none[0]: must be a list of wallets, such as { "type": "wallets", "wallets": ["0x…"] }: what somebody holds could be left at home',
    ],
    ['over nothing', { all: [listed(ada), { none: [] }] }, 'rule.all[1].none: must be a list with at least one part'],
  ])('cannot stand %s', (_what, given, fault) => {
    const read = parseRule(given)
    expect(read.outcome === 'invalid' && read.faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([fault])
  })
})
