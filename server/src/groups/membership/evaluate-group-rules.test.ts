// Tests the evaluation of rules: matching wallets, chains and missing answers.
import type { Hex } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeContractWallet } from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { deployTestToken, testTokenAddress, encodeAbiWordForTests } from '../../testing/group-and-token-fixtures.ts'
import { evaluateGroupRules } from './evaluate-group-rules.ts'
import { parseGroupRule } from './parse-group-rule.ts'
import type { GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

const ada = '0x00000000000000000000000000000000000000ad'
const safe = '0x000000000000000000000000000000000000005a'
const key = (address: string): GroupRuleWallet => ({
  id: address,
  namespace: 'eip155',
  kind: 'key',
  chainReference: null,
  address,
  name: null,
  nameResolvedAt: null,
  proof: null,
})
const contract = (chainReference: string, address: string): GroupRuleWallet => ({
  ...key(address),
  id: `${chainReference} ${address}`,
  kind: 'contract',
  chainReference,
})
const named = (name: string | null, nameResolvedAt = 1000): GroupRuleWallet => ({ ...key(ada), name, nameResolvedAt })

async function ask(rule: unknown, wallets: readonly GroupRuleWallet[], ...chains: FakeChain[]): Promise<string> {
  const read = parseGroupRule(rule)
  if (read.outcome !== 'parsed') throw new Error(JSON.stringify(read))
  const [verdict] = await evaluateGroupRules(createFakeChains(...chains), [{ rule: read.rule, wallets }], {
    nameCutoff: 1000,
  })
  return verdict?.outcome ?? 'nothing'
}

const holds = (atLeast: string, chain = '1') => ({ type: 'erc20', chain, contract: testTokenAddress, atLeast })

const ofSolana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const ofBitcoin = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'
const solanaKey = (address: string): GroupRuleWallet => ({ ...key(address), namespace: 'solana' })

describe('wallet list condition', () => {
  const list = (...wallets: string[]) => ({ type: 'wallets', wallets })
  test.each<[string, string, GroupRuleWallet, string]>([
    ['a bare address matches an ordinary key', ada, key(ada), 'met'],
    ['a bare address never matches a contract wallet', ada, contract('1', ada), 'not-met'],
    [
      'a chain-qualified address matches the contract wallet on that chain',
      `eip155:10:${ada}`,
      contract('10', ada),
      'met',
    ],
    [
      'S4: an address on chain 10 does not match a contract wallet on chain 1',
      `eip155:10:${ada}`,
      contract('1', ada),
      'not-met',
    ],
    [
      'S4: an address on chain 1 does not match a contract wallet on chain 10',
      `eip155:1:${ada}`,
      contract('10', ada),
      'not-met',
    ],
    ['an eip155:1 account ID, as applications receive it, matches an ordinary key', `eip155:1:${ada}`, key(ada), 'met'],
    ['S4: an account ID on another chain does not match an ordinary key', `eip155:10:${ada}`, key(ada), 'not-met'],
    ['a different address does not match', safe, key(ada), 'not-met'],
    ['a Solana address matches its key', ofSolana, solanaKey(ofSolana), 'met'],
    [
      'a Solana CAIP-10 account ID matches its key',
      `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${ofSolana}`,
      solanaKey(ofSolana),
      'met',
    ],
    [
      'S15: a Solana address in different letter case does not match',
      ofSolana,
      solanaKey(ofSolana.replace('d', 'D')),
      'not-met',
    ],
    ['a Bitcoin address matches its key', ofBitcoin, { ...key(ofBitcoin), namespace: 'bip122' }, 'met'],
    [
      'a Bitcoin CAIP-10 account ID matches its key',
      `bip122:000000000019d6689c085ae165831e93:${ofBitcoin}`,
      { ...key(ofBitcoin), namespace: 'bip122' },
      'met',
    ],
  ])('%s', async (_what, listed, wallet, outcome) => {
    expect(await ask(list(listed), [wallet])).toBe(outcome)
  })
})

test('an ERC-20 condition needs the full amount in one wallet; balances are not summed', async () => {
  const chain = createFakeChain()
  const balances = deployTestToken(chain)
  balances.set(ada, 60n).set(safe, 40n)
  expect(await ask(holds('60'), [key(ada)], chain)).toBe('met')
  expect(await ask(holds('61'), [key(ada)], chain)).toBe('not-met')
  expect(await ask(holds('100'), [key(ada), key(safe)], chain)).toBe('not-met')
  expect(await ask(holds('60'), [key(safe), key(ada)], chain)).toBe('met')
})

test('S4: a contract wallet counts only on its own chain, an ordinary key on every chain', async () => {
  const [one, ten] = [createFakeChain({ id: '1' }), createFakeChain({ id: '10' })]
  for (const chain of [one, ten]) deployTestToken(chain).set(safe, 5n)
  expect(await ask(holds('5', '10'), [contract('1', safe)], one, ten)).toBe('not-met')
  expect(ten.readings).toEqual([])
  expect(await ask(holds('5', '10'), [contract('10', safe)], one, ten)).toBe('met')
  expect(await ask(holds('5', '10'), [key(safe)], one, ten)).toBe('met')
  expect(await ask(holds('5', '1'), [key(safe)], one, ten)).toBe('met')
})

describe('proof recheck of a contract wallet', () => {
  const message = 'what was signed'
  const proved = (verifiedBlock: string, method: 'erc1271' | 'erc6492' = 'erc1271'): GroupRuleWallet => ({
    ...contract('1', safe),
    proof: { chain: '1', message, signature: '0x1234', method, verifiedBlock },
  })
  const listed = { type: 'wallets', wallets: [`eip155:1:${safe}`] }
  const rules = [listed, holds('5'), { all: [holds('5'), listed] }]

  test.each<[string, (chain: FakeChain) => void, GroupRuleWallet, string]>([
    [
      'counts the wallet while its contract accepts the signature',
      (chain) =>
        chain.deploy(
          safe,
          createFakeContractWallet((_hash, signature) => signature === '0x1234'),
        ),
      proved('90'),
      'met',
    ],
    [
      'S8: ignores the wallet after its owners changed',
      (chain) =>
        chain.deploy(
          safe,
          createFakeContractWallet(() => false),
        ),
      proved('90'),
      'not-met',
    ],
    ['S8: ignores the wallet after its contract was destroyed', () => {}, proved('90'), 'not-met'],
    ['counts an undeployed wallet with an ERC-6492 proof', () => {}, proved('90', 'erc6492'), 'met'],
    [
      'S7: ignores a wallet that became a delegated account accepting any signature',
      (chain) =>
        chain.deploy(
          safe,
          createFakeContractWallet(() => true),
          { delegate: '0x00000000000000000000000000000000000000de' },
        ),
      proved('90', 'erc6492'),
      'not-met',
    ],
    ['counts the wallet while the finalized block is older than its proof', () => {}, proved('101'), 'met'],
    [
      'returns unknown while the chain is unavailable',
      (chain) => void (chain.readError = 'away'),
      proved('90'),
      'unknown',
    ],
  ])('%s', async (_what, arrange, wallet, outcome) => {
    const chain = createFakeChain()
    deployTestToken(chain).set(safe, 5n)
    arrange(chain)
    for (const rule of rules) expect(await ask(rule, [wallet], chain)).toBe(outcome)
    expect(await ask({ type: 'wallets', wallets: [ada, `eip155:1:${safe}`] }, [wallet, key(ada)], chain)).toBe('met')
  })
})

test('S3: does not call a contract wallet without holdings, so it cannot force an unknown result', async () => {
  const chain = createFakeChain()
  deployTestToken(chain).set(ada, 4n)
  const proof = {
    chain: '1',
    message: 'what was signed',
    signature: '0x1234',
    method: 'erc1271',
    verifiedBlock: '90',
  } as const
  chain.beforeReading = (questions) => {
    chain.readError = questions.some(({ to }) => to === safe) ? 'too slow' : null
  }
  const wallets = [key(ada), { ...contract('1', safe), proof }]
  expect(await ask(holds('5'), wallets, chain)).toBe('not-met')
  expect(await ask({ type: 'wallets', wallets: [`eip155:1:${testTokenAddress}`] }, wallets, chain)).toBe('not-met')
})

test('group rules check ERC-721 by balance or token owner, and ERC-1155 by balance of a token ID', async () => {
  const chain = createFakeChain()
  const pictures = '0x0000000000000000000000000000000000000721'
  const items = '0x0000000000000000000000000000000000001155'
  chain.deploy(pictures, (data) =>
    data === `0x6352211e${encodeAbiWordForTests(7).slice(2)}`
      ? encodeAbiWordForTests(BigInt(ada))
      : data.startsWith('0x70a08231')
        ? encodeAbiWordForTests(2)
        : null,
  )
  chain.deploy(items, (data) =>
    data === `0x00fdd58e${encodeAbiWordForTests(BigInt(ada)).slice(2)}${encodeAbiWordForTests(3).slice(2)}`
      ? encodeAbiWordForTests(4)
      : encodeAbiWordForTests(0),
  )
  const at = { type: 'erc721', chain: '1', contract: pictures }
  expect(await ask(at, [key(ada)], chain)).toBe('met')
  expect(await ask({ ...at, atLeast: '3' }, [key(ada)], chain)).toBe('not-met')
  expect(await ask({ ...at, tokenId: '7' }, [key(ada)], chain)).toBe('met')
  expect(await ask({ ...at, tokenId: '7' }, [key(safe)], chain)).toBe('not-met')
  // ownerOf reverts for a token that does not exist.
  expect(await ask({ ...at, tokenId: '8' }, [key(ada)], chain)).toBe('not-met')
  const item = { type: 'erc1155', chain: '1', contract: items, tokenId: '3' }
  expect(await ask({ ...item, atLeast: '4' }, [key(ada)], chain)).toBe('met')
  expect(await ask({ ...item, atLeast: '5' }, [key(ada)], chain)).toBe('not-met')
  expect(await ask({ ...item, tokenId: '4' }, [key(ada)], chain)).toBe('not-met')
})

test.each<[string, Hex | null]>([
  ['empty data', '0x'],
  ['an overlong result', `${encodeAbiWordForTests(9)}00`],
  ['a truncated result', '0x09'],
  ['a revert', null],
])('group rule evaluation treats %s from the token contract as no balance', async (_what, answer) => {
  const chain = createFakeChain()
  chain.deploy(testTokenAddress, () => answer)
  expect(await ask(holds('1'), [key(ada)], chain)).toBe('not-met')
})

test('an ERC-20 condition is not met without a contract, and unknown if the chain is unavailable', async () => {
  const chain = createFakeChain()
  expect(await ask(holds('1'), [key(ada)], chain)).toBe('not-met')
  chain.readError = 'away'
  expect(await ask(holds('1'), [key(ada)], chain)).toBe('unknown')
  expect(await ask(holds('1', '999'), [key(ada)], chain)).toBe('unknown')
})

test('group rule evaluation does not read an unavailable chain if other conditions decide', async () => {
  const chain = createFakeChain()
  chain.readError = 'away'
  const mine = { type: 'wallets', wallets: [ada] }
  const others = { type: 'wallets', wallets: [safe] }
  expect(await ask({ any: [holds('1'), mine] }, [key(ada)], chain)).toBe('met')
  expect(await ask({ all: [holds('1'), others] }, [key(ada)], chain)).toBe('not-met')
  expect(chain.readings).toEqual([])
  expect(await ask({ all: [holds('1'), mine] }, [key(ada)], chain)).toBe('unknown')
  expect(await ask({ any: [holds('1'), others] }, [key(ada)], chain)).toBe('unknown')
  expect(
    await ask(
      { any: [{ all: [holds('1'), others] }, { all: [mine, { any: [holds('2'), mine] }] }] },
      [key(ada)],
      chain,
    ),
  ).toBe('met')
})

test('group rule evaluation batches the calls to a chain into one read without duplicates', async () => {
  const chain = createFakeChain()
  deployTestToken(chain)
  await ask(
    { any: [holds('1'), holds('2'), { type: 'erc721', chain: '1', contract: testTokenAddress, tokenId: '1' }] },
    [key(ada), key(safe)],
    chain,
  )
  // Two balances and one owner are read. Conditions that differ only in the threshold need no extra
  // calls.
  expect(chain.readings).toEqual([3])
})

test('group rule evaluation splits reads into batches of 200, and tries an unavailable chain once', async () => {
  const chain = createFakeChain()
  deployTestToken(chain).set(ada, 1n)
  const others = Array.from({ length: 449 }, (_, index) => key(`0x${(index + 1).toString(16).padStart(40, '0')}`))
  expect(await ask(holds('1'), [...others.filter(({ address }) => address !== ada), key(ada)], chain)).toBe('met')
  expect(chain.readings).toEqual([200, 200, 49])
  chain.readError = 'away'
  expect(await ask(holds('1'), others, chain)).toBe('unknown')
  expect(chain.readings).toHaveLength(4)
})

test('P7: a name condition matches whole labels under its parent, and only recently resolved names', async () => {
  const under = { type: 'name', under: 'example.eth' }
  expect(await ask(under, [named('ada.example.eth')])).toBe('met')
  expect(await ask(under, [named('deep.ada.example.eth')])).toBe('met')
  expect(await ask(under, [named('bad-example.eth')])).toBe('not-met')
  expect(await ask(under, [named('example.eth')])).toBe('not-met')
  expect(await ask(under, [named('example.eth.evil.eth')])).toBe('not-met')
  expect(await ask(under, [named(null)])).toBe('not-met')
  expect(await ask(under, [key(ada)])).toBe('unknown')
  expect(await ask(under, [named('ada.example.eth', 999)])).toBe('unknown')
  expect(await ask(under, [key(safe), named('ada.example.eth')])).toBe('met')
})

test('a person without wallets meets no rule', async () => {
  const chain = createFakeChain()
  expect(
    await ask({ any: [holds('1'), { type: 'wallets', wallets: [ada] }, { type: 'name', under: 'a.eth' }] }, [], chain),
  ).toBe('not-met')
})
