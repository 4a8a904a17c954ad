import { expect, test } from 'vitest'
import { matchProviderToLinkedWallet, keepShownWalletOrder, sortLinkedLast } from './match-provider-to-linked-wallet.ts'
import type { LinkedWallet } from './match-provider-to-linked-wallet.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'

const address = '0x90F8bf6A479F320ead074411A4B0e7944Ea8c9C1'
const other = '0xffcf8fdee72ac11b5c542428b35eef5769c409f0'
const key: LinkedWallet = { kind: 'key', address, chain: null }
const contract: LinkedWallet = { kind: 'contract', address, chain: { id: '10' } }

function walletThat(answers: Record<string, unknown>) {
  const methods: string[] = []
  const provider: Eip1193Provider = {
    request: async ({ method }) => {
      methods.push(method)
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { provider, methods }
}

test('recognizes a linked wallet by its already shared account, without a connection request', async () => {
  const { provider, methods } = walletThat({ eth_accounts: [address.toLowerCase(), other] })
  expect(await matchProviderToLinkedWallet(provider, [contract, key])).toBe(key)
  expect(methods).toEqual(['eth_accounts'])
})

test('matches only the account that the wallet would use, not others that it shares', async () => {
  expect(await matchProviderToLinkedWallet(walletThat({ eth_accounts: [other, address] }).provider, [key])).toBeNull()
})

test('a wallet with several addresses counts as linked only when all of them are linked', async () => {
  const [segwit, taproot] = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20']
  const { provider } = walletThat({ eth_accounts: [segwit, taproot] })
  const linked: LinkedWallet[] = [segwit, taproot].map((own) => ({ kind: 'key', address: own, chain: null }))
  expect(await matchProviderToLinkedWallet(provider, linked.slice(0, 1))).toBeNull()
  expect(await matchProviderToLinkedWallet(provider, linked)).toBe(linked[0])
})

test.each([
  ['0xa', contract],
  ['0x1', null],
  [undefined, null],
])('a contract wallet is matched only on its own chain: the wallet is on %s', async (chainId, expected) => {
  const { provider, methods } = walletThat({ eth_accounts: [address], eth_chainId: chainId })
  expect(await matchProviderToLinkedWallet(provider, [contract])).toBe(expected)
  expect(methods).toEqual(['eth_accounts', 'eth_chainId'])
})

test.each([[[]], [null], ['no list'], [[42]], [new Error('locked')]])(
  'a wallet that returns unusable accounts (%j) is not matched',
  async (answer) => {
    expect(await matchProviderToLinkedWallet(walletThat({ eth_accounts: answer }).provider, [key])).toBeNull()
  },
)

test('a wallet that throws synchronously is not matched', async () => {
  const request = () => {
    throw new Error('no')
  }
  expect(await matchProviderToLinkedWallet({ request }, [key])).toBeNull()
})

const named = (id: string, name = id) => ({ id, name })
const [a, b, c, d] = [named('a'), named('b'), named('c'), named('d')]
const demonstration = named('demo', 'Demonstration wallet')

test('sorts linked wallets last and otherwise keeps the order', () => {
  expect(sortLinkedLast(['a', 'b', 'c', 'd'], (id) => id === 'a' || id === 'c')).toEqual(['b', 'd', 'a', 'c'])
})

test('keeps the shown wallet order and adds later wallets at the end or in their reserved place', () => {
  expect(keepShownWalletOrder([a, b, c, d], ['c', 'a', 'b'], null)).toEqual([c, a, b, d])
  expect(keepShownWalletOrder([a, b, c, d], ['c', 'a', 'b'], 'd')).toEqual([d, c, a, b])
  expect(keepShownWalletOrder([a, c], ['c', 'b', 'a'], null)).toEqual([c, a])
})

test('keeps the demonstration wallet last, even if real wallets were shown later', () => {
  expect(keepShownWalletOrder([a, demonstration], ['demo'], null)).toEqual([a, demonstration])
})
