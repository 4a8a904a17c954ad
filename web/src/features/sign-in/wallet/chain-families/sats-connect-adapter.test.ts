// Tests wallets in the provider list and Leather behind the EIP-1193 adapter.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { expect, test } from 'vitest'
import {
  connectTestWalletAccounts,
  createBitcoinTestWalletProvider,
  createWindowWithBitcoinWallet,
  readTestWalletErrorKind,
  requireFirstTestWalletProvider,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'

const provideListed = (provider: object) =>
  requireFirstTestWalletProvider([], createWindowWithBitcoinWallet('listed', provider))

test.each([
  [-32000, 'declined'],
  [-32001, 'cannot-sign'],
  [-32002, 'no-account'],
  [-32601, 'cannot-sign'],
])('maps the provider list error code %i to %s', async (code, kind) => {
  for (const request of [
    async () => ({ jsonrpc: '2.0', error: { code, message: 'x' } }),
    async () => {
      throw { error: { code, message: 'x' } }
    },
  ])
    expect(await readTestWalletErrorKind(connectTestWalletAccounts(provideListed({ request })))).toBe(kind)
})

test.each([
  ['xverse', ['getAddresses', 'wallet_connect']],
  ['old-xverse', ['getAddresses', 'wallet_connect', 'getAccounts']],
  ['listed', ['getAddresses']],
  ['leather', ['getAddresses']],
] as const)('a wallet of style %s opens one prompt to connect (%j), and none once connected', async (style, asked) => {
  const { provider, methods } = createBitcoinTestWalletProvider({ style })
  const shared = await connectTestWalletAccounts(provider)
  expect(shared).toEqual([createBitcoinTestKey(1, 'p2wpkh').address, createBitcoinTestKey(1, 'p2tr').address])
  expect(methods).toEqual(asked)
  expect(await connectTestWalletAccounts(provider)).toEqual(shared)
  expect(methods).toEqual([...asked, 'getAddresses'])
})

test('a wallet of style xverse can connect after the person declined once', async () => {
  const { provider, play } = createBitcoinTestWalletProvider({ style: 'xverse', behavior: 'declines-connect' })
  expect(await readTestWalletErrorKind(connectTestWalletAccounts(provider))).toBe('declined')
  play('good')
  expect(await connectTestWalletAccounts(provider)).toHaveLength(2)
})

test('lists native SegWit before Taproot addresses, both before all others, and no other chains', async () => {
  const keys = (['p2pkh', 'p2sh-p2wpkh', 'p2tr', 'p2wpkh'] as const).flatMap((kind) =>
    // The second character of legacy addresses varies.
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => createBitcoinTestKey(number, kind)),
  )
  const shared = await connectTestWalletAccounts(createBitcoinTestWalletProvider({ keys }).provider)
  expect(shared.map((address) => address.slice(0, 4).replace(/^[13].*/, 'old'))).toEqual([
    ...Array<string>(8).fill('bc1q'),
    ...Array<string>(8).fill('bc1p'),
    ...Array<string>(16).fill('old'),
  ])
  const others = ['SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', '0x05f1…', 'payment', 7, null]
  const request = async () => ({ result: { addresses: others.map((address) => ({ address })) } })
  expect(await connectTestWalletAccounts(provideListed({ request }))).toEqual([])
})

const { address } = createBitcoinTestKey(2)

function createEventTestWallet(answers: Readonly<Record<string, () => unknown>>) {
  const listeners = new Map<string, (event: unknown) => void>()
  const methods: string[] = []
  const provider = provideListed({
    async request(method: string) {
      methods.push(method)
      const answer = answers[method]
      if (!answer) return { error: { code: -32601, message: 'unknown' } }
      return { result: await answer() }
    },
    addListener: (listener: { eventName: string; cb: (event: unknown) => void }) =>
      listeners.set(listener.eventName, listener.cb),
  })
  const heard: unknown[] = []
  provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
  return { provider, heard, methods, emit: (type: string, more = {}) => listeners.get(type)?.({ type, ...more }) }
}

test('reports the accounts in an event without a request', async () => {
  const { provider, heard, methods, emit } = createEventTestWallet({})
  emit('accountChange', { addresses: [{ address, purpose: 'payment' }] })
  await waitUntilPassing(() => expect(heard).toEqual([[address]]))
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  expect(methods).toEqual([])
})

test.each(['accountChange', 'networkChange'])(
  'after a %s event without addresses, reads them with the method that opens no window',
  async (type) => {
    const answers = { wallet_getAccount: () => ({ addresses: [{ address }] }), getAddresses: () => ({ addresses: [] }) }
    const { heard, methods, emit } = createEventTestWallet(answers)
    emit(type)
    await waitUntilPassing(() => expect(heard).toEqual([[address]]))
    expect(methods).toEqual(['wallet_getAccount'])
  },
)

test('after an event without addresses, older wallets are asked for them only while connected', async () => {
  const getAddresses = () => ({ addresses: [{ address }] })
  const { provider, heard, methods, emit } = createEventTestWallet({ getAddresses })
  emit('accountChange')
  await waitUntilPassing(() => expect(heard).toEqual([[]]))
  expect(methods).toEqual(['wallet_getAccount'])
  await connectTestWalletAccounts(provider)
  emit('accountChange')
  await waitUntilPassing(() => expect(heard).toEqual([[], [address]]))
})

test('reports no account if the wallet no longer shares one, and nothing if it cannot be read', async () => {
  const refuse = (code: number) => () => Promise.reject(Object.assign(new Error('no'), { code }))
  const denied = createEventTestWallet({ wallet_getAccount: refuse(-32002) })
  denied.emit('accountChange')
  await waitUntilPassing(() => expect(denied.heard).toEqual([[]]))
  const broken = createEventTestWallet({ wallet_getAccount: refuse(-32603) })
  broken.emit('accountChange')
  await waitUntilPassing(() => expect(broken.methods).toEqual(['wallet_getAccount']))
  await new Promise((resolve) => setTimeout(resolve))
  expect(broken.heard).toEqual([])
})

test('discards accounts that were read before the wallet disconnected', async () => {
  const answer = Promise.withResolvers<object>()
  const { heard, emit } = createEventTestWallet({ wallet_getAccount: () => answer.promise })
  emit('accountChange')
  emit('disconnect')
  await waitUntilPassing(() => expect(heard).toEqual([[]]))
  answer.resolve({ addresses: [{ address }] })
  await new Promise((resolve) => setTimeout(resolve))
  expect(heard).toEqual([[]])
})
