// Tests every kind of Bitcoin wallet behind the EIP-1193 adapter.
import { inspectMessageSignature } from '@countersign/inspector/inspect-message-signature'
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { expect, test } from 'vitest'
import {
  connectTestWalletAccounts,
  createBitcoinMessageText,
  createBitcoinTestWalletProvider,
  readTestWalletErrorKind,
  signTextWithTestWallet,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'

const styles = ['listed', 'xverse', 'old-xverse', 'leather', 'unisat', 'onekey', 'okx', 'phantom', 'standard'] as const
const [segwit, taproot, nested, legacy] = [
  createBitcoinTestKey(1, 'p2wpkh'),
  createBitcoinTestKey(1, 'p2tr'),
  createBitcoinTestKey(1, 'p2sh-p2wpkh'),
  createBitcoinTestKey(1, 'p2pkh'),
]

test.each(styles)('Bitcoin wallet of style %s signs for every address type', async (style) => {
  // Leather has no other address types.
  for (const key of style === 'leather' ? [segwit, taproot] : [segwit, taproot, nested, legacy]) {
    const { provider, texts } = createBitcoinTestWalletProvider({ style, keys: [key] })
    const [address = ''] = await connectTestWalletAccounts(provider)
    expect(address).toBe(key.address)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:mainnet')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    const text = createBitcoinMessageText(address)
    const signature = await signTextWithTestWallet(provider, address, text)
    expect(inspectMessageSignature(signature, text)).toMatchObject({ matches: true })
    expect(texts).toEqual([text])
  }
})

test.each(styles)('Bitcoin wallet of style %s that signs nothing reports the reason', async (style) => {
  const { provider } = createBitcoinTestWalletProvider({ style, behavior: 'declines-connect' })
  expect(await readTestWalletErrorKind(connectTestWalletAccounts(provider))).toBe('declined')
  const empty = createBitcoinTestWalletProvider({ style, behavior: 'no-account' })
  expect(await connectTestWalletAccounts(empty.provider)).toEqual([])
  for (const [behavior, failure] of [
    ['declines-sign', 'declined'],
    ['is-locked', 'locked'],
    ['signs-no-type', 'wallet.address_type'],
    ['old-signature', 'wallet.old_signature'],
  ] as const) {
    const { provider, methods } = createBitcoinTestWalletProvider({ style, behavior, keys: [taproot] })
    const [address = ''] = await connectTestWalletAccounts(provider)
    expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe(failure)
    expect(methods.filter((method) => /signMessage/.test(method))).toHaveLength(1)
  }
})

test.each(styles)('Bitcoin wallet of style %s may sign a native SegWit address with 65 bytes', async (style) => {
  const { provider } = createBitcoinTestWalletProvider({ style, behavior: 'old-signature', keys: [segwit] })
  const [address = ''] = await connectTestWalletAccounts(provider)
  const text = createBitcoinMessageText(address)
  expect(inspectMessageSignature(await signTextWithTestWallet(provider, address, text), text)).toMatchObject({
    matches: true,
  })
})

test.each(['xverse', 'old-xverse', 'unisat', 'onekey', 'okx', 'phantom', 'standard'] as const)(
  'Bitcoin wallet of style %s reports its new account, and none after it disconnects',
  async (style) => {
    const other = createBitcoinTestKey(2)
    const { provider, switchAccount, disconnect } = createBitcoinTestWalletProvider({
      style,
      keys: [segwit],
      otherKeys: [other],
    })
    await connectTestWalletAccounts(provider)
    const heard: unknown[] = []
    provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
    switchAccount()
    await waitUntilPassing(() => expect(heard).toEqual([[other.address]]))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([other.address])
    disconnect()
    await waitUntilPassing(() => expect(heard).toEqual([[other.address], []]))
  },
)

test.each(['unisat', 'okx', 'phantom', 'standard', 'xverse'] as const)(
  'S16: Bitcoin wallet of style %s reports the chain of its new account after a network switch',
  async (style) => {
    const { provider, switchAccount } = createBitcoinTestWalletProvider({
      style,
      keys: [createBitcoinTestKey(1, 'p2wpkh', 'testnet')],
      otherKeys: [segwit],
    })
    await connectTestWalletAccounts(provider)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:testnet')
    switchAccount()
    await waitUntilPassing(async () => expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:mainnet'))
  },
)
