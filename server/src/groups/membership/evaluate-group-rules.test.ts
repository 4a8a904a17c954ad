// Whether rules hold: by which wallet, on which chain, and what happens where a contract or a chain says nothing.
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

describe('a list of wallets', () => {
  const list = (...wallets: string[]) => ({ type: 'wallets', wallets })
  test.each<[string, string, GroupRuleWallet, string]>([
    ['a bare address is the plain key', ada, key(ada), 'met'],
    ['a bare address is never a contract', ada, contract('1', ada), 'not-met'],
    ['a contract is named with its chain', `eip155:10:${ada}`, contract('10', ada), 'met'],
    ['S4 and is not the one at the same address on another chain', `eip155:10:${ada}`, contract('1', ada), 'not-met'],
    ['S4 nor the other way round', `eip155:1:${ada}`, contract('10', ada), 'not-met'],
    ['a plain key is named as applications are told of it', `eip155:1:${ada}`, key(ada), 'met'],
    ['S4 and by no other chain, where a contract is meant', `eip155:10:${ada}`, key(ada), 'not-met'],
    ['another address is another wallet', safe, key(ada), 'not-met'],
    ['an address of Solana is its key', ofSolana, solanaKey(ofSolana), 'met'],
    ['also as an account (CAIP-10)', `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${ofSolana}`, solanaKey(ofSolana), 'met'],
    ['S15 and in another letter case is another one', ofSolana, solanaKey(ofSolana.replace('d', 'D')), 'not-met'],
    ['an address of Bitcoin is its key', ofBitcoin, { ...key(ofBitcoin), namespace: 'bip122' }, 'met'],
    [
      'also as an account',
      `bip122:000000000019d6689c085ae165831e93:${ofBitcoin}`,
      { ...key(ofBitcoin), namespace: 'bip122' },
      'met',
    ],
  ])('%s', async (_what, listed, wallet, outcome) => {
    expect(await ask(list(listed), [wallet])).toBe(outcome)
  })
})

test('of an ERC-20 token one wallet must hold enough; several are not added up', async () => {
  const chain = createFakeChain()
  const balances = deployTestToken(chain)
  balances.set(ada, 60n).set(safe, 40n)
  expect(await ask(holds('60'), [key(ada)], chain)).toBe('met')
  expect(await ask(holds('61'), [key(ada)], chain)).toBe('not-met')
  expect(await ask(holds('100'), [key(ada), key(safe)], chain)).toBe('not-met')
  expect(await ask(holds('60'), [key(safe), key(ada)], chain)).toBe('met')
})

test('S4 a contract wallet holds on its own chain alone, a plain key on every chain', async () => {
  const [one, ten] = [createFakeChain({ id: '1' }), createFakeChain({ id: '10' })]
  for (const chain of [one, ten]) deployTestToken(chain).set(safe, 5n)
  expect(await ask(holds('5', '10'), [contract('1', safe)], one, ten)).toBe('not-met')
  expect(ten.readings).toEqual([])
  expect(await ask(holds('5', '10'), [contract('10', safe)], one, ten)).toBe('met')
  expect(await ask(holds('5', '10'), [key(safe)], one, ten)).toBe('met')
  expect(await ask(holds('5', '1'), [key(safe)], one, ten)).toBe('met')
})

describe('a contract wallet counts while its contract stands behind its proof', () => {
  const message = 'what was signed'
  const proved = (verifiedBlock: string, method: 'erc1271' | 'erc6492' = 'erc1271'): GroupRuleWallet => ({
    ...contract('1', safe),
    proof: { chain: '1', message, signature: '0x1234', method, verifiedBlock },
  })
  const listed = { type: 'wallets', wallets: [`eip155:1:${safe}`] }
  const rules = [listed, holds('5'), { all: [holds('5'), listed] }]

  test.each<[string, (chain: FakeChain) => void, GroupRuleWallet, string]>([
    [
      'it does',
      (chain) =>
        chain.deploy(
          safe,
          createFakeContractWallet((_hash, signature) => signature === '0x1234'),
        ),
      proved('90'),
      'met',
    ],
    [
      'S8 its owners have changed',
      (chain) =>
        chain.deploy(
          safe,
          createFakeContractWallet(() => false),
        ),
      proved('90'),
      'not-met',
    ],
    ['S8 it is gone', () => {}, proved('90'), 'not-met'],
    ['it is not there yet', () => {}, proved('90', 'erc6492'), 'met'],
    [
      'S7 it has become a delegate that accepts anything',
      (chain) =>
        chain.deploy(
          safe,
          createFakeContractWallet(() => true),
          { delegate: '0x00000000000000000000000000000000000000de' },
        ),
      proved('90', 'erc6492'),
      'not-met',
    ],
    ['what is final is older than the proof', () => {}, proved('101'), 'met'],
    ['the chain cannot be read', (chain) => void (chain.readError = 'away'), proved('90'), 'unknown'],
  ])('%s', async (_what, arrange, wallet, outcome) => {
    const chain = createFakeChain()
    deployTestToken(chain).set(safe, 5n)
    arrange(chain)
    for (const rule of rules) expect(await ask(rule, [wallet], chain)).toBe(outcome)
    // Another wallet decides where that is enough.
    expect(await ask({ type: 'wallets', wallets: [ada, `eip155:1:${safe}`] }, [wallet, key(ada)], chain)).toBe('met')
  })
})

test('S3 a contract wallet that holds nothing is not asked, so that it cannot keep its person in by making readings fail', async () => {
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

test('of an ERC-721 collection so many, or the owner of one number; of an ERC-1155 so many of a number', async () => {
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
  // Of a number that nobody has, such contracts fail.
  expect(await ask({ ...at, tokenId: '8' }, [key(ada)], chain)).toBe('not-met')
  const item = { type: 'erc1155', chain: '1', contract: items, tokenId: '3' }
  expect(await ask({ ...item, atLeast: '4' }, [key(ada)], chain)).toBe('met')
  expect(await ask({ ...item, atLeast: '5' }, [key(ada)], chain)).toBe('not-met')
  expect(await ask({ ...item, tokenId: '4' }, [key(ada)], chain)).toBe('not-met')
})

test.each<[string, Hex | null]>([
  ['nothing', '0x'],
  ['a word and more', `${encodeAbiWordForTests(9)}00`],
  ['too little', '0x09'],
  ['a failure', null],
])('a contract that answers %s holds nothing', async (_what, answer) => {
  const chain = createFakeChain()
  chain.deploy(testTokenAddress, () => answer)
  expect(await ask(holds('1'), [key(ada)], chain)).toBe('not-met')
})

test('where there is no contract nothing is held; where the chain cannot be read nobody knows', async () => {
  const chain = createFakeChain()
  expect(await ask(holds('1'), [key(ada)], chain)).toBe('not-met')
  chain.readError = 'away'
  expect(await ask(holds('1'), [key(ada)], chain)).toBe('unknown')
  expect(await ask(holds('1', '999'), [key(ada)], chain)).toBe('unknown')
})

test('what is decided without a chain that cannot be read is decided, and the chain is not asked', async () => {
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

test('everything of a chain is asked in one reading, each question once', async () => {
  const chain = createFakeChain()
  deployTestToken(chain)
  await ask(
    { any: [holds('1'), holds('2'), { type: 'erc721', chain: '1', contract: testTokenAddress, tokenId: '1' }] },
    [key(ada), key(safe)],
    chain,
  )
  // Two balances and one owner: how much is wanted is no other question.
  expect(chain.readings).toEqual([3])
})

test('what does not fit into one reading is read in several; a chain that is down is tried once', async () => {
  const chain = createFakeChain()
  deployTestToken(chain).set(ada, 1n)
  const others = Array.from({ length: 449 }, (_, index) => key(`0x${(index + 1).toString(16).padStart(40, '0')}`))
  expect(await ask(holds('1'), [...others.filter(({ address }) => address !== ada), key(ada)], chain)).toBe('met')
  expect(chain.readings).toEqual([200, 200, 49])
  chain.readError = 'away'
  expect(await ask(holds('1'), others, chain)).toBe('unknown')
  expect(chain.readings).toHaveLength(4)
})

test('P7 a name counts where it is under another by whole labels, and where it was read lately', async () => {
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

test('whoever has no wallet belongs to nothing', async () => {
  const chain = createFakeChain()
  expect(
    await ask({ any: [holds('1'), { type: 'wallets', wallets: [ada] }, { type: 'name', under: 'a.eth' }] }, [], chain),
  ).toBe('not-met')
})
