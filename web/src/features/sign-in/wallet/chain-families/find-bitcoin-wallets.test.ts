// Tests Bitcoin wallets behind the EIP-1193 adapter.
import { inspectMessageSignature } from '@countersign/inspector/inspect-message-signature'
import { messageLayoutByNamespace } from '@countersign/message/message-layout'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import type { BitcoinTestWalletOptions } from '@countersign/testing/fake-non-evm-wallets'
import { describe, expect, test } from 'vitest'
import {
  signInMessageFieldsFixture,
  requireFirstTestWalletProvider,
  connectTestWalletAccounts,
  signTextWithTestWallet,
  readTestWalletErrorKind,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'

const textOfBitcoin = (address: string) =>
  formatMessageWithOffsets(
    { ...signInMessageFieldsFixture, address, chainId: '000000000019d6689c085ae165831e93' },
    messageLayoutByNamespace.bip122,
  ).text

const windowWith = (style: NonNullable<BitcoinTestWalletOptions['style']>, provider: object): object =>
  style === 'leather' || style === 'unisat'
    ? { [style === 'leather' ? 'LeatherProvider' : 'unisat']: provider }
    : { btc_providers: [{ id: 'some.where', name: 'Orange' }], some: { where: provider } }

const bitcoin = (options: Partial<BitcoinTestWalletOptions> = {}) => {
  const fake = createBitcoinTestWallet({ name: 'Orange', ...options })
  return { ...fake, provider: requireFirstTestWalletProvider([], windowWith(options.style ?? 'listed', fake.provider)) }
}

describe('Bitcoin wallet', () => {
  const kinds = [createBitcoinTestKey(1, 'p2wpkh'), createBitcoinTestKey(1, 'p2tr'), createBitcoinTestKey(1, 'p2pkh')]

  test.each(['listed', 'xverse', 'old-xverse', 'leather', 'unisat'] as const)(
    'of style %s signs with BIP-322 for every address type that supports it',
    async (style) => {
      for (const key of style === 'leather' ? kinds.slice(0, 2) : kinds) {
        const { provider, texts, methods } = bitcoin({ style, keys: [key] })
        const [address = ''] = await connectTestWalletAccounts(provider)
        expect(address).toBe(key.address)
        expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:mainnet')
        const asked = textOfBitcoin(address)
        expect(inspectMessageSignature(await signTextWithTestWallet(provider, address, asked), asked)).toMatchObject({
          matches: true,
        })
        expect(texts).toEqual([asked])
        if (style === 'unisat')
          expect(methods.at(-1)).toBe(key.kind === 'p2pkh' ? 'signMessage ecdsa' : 'signMessage bip322-simple')
      }
    },
  )

  test('shares native SegWit before Taproot addresses, and both before all others', async () => {
    const keys = (['p2pkh', 'p2sh-p2wpkh', 'p2tr', 'p2wpkh'] as const).flatMap((kind) =>
      // The second character of legacy addresses varies.
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => createBitcoinTestKey(number, kind)),
    )
    const shared = await connectTestWalletAccounts(bitcoin({ keys }).provider)
    expect(shared.map((address) => address.slice(0, 4).replace(/^[13].*/, 'old'))).toEqual([
      ...Array<string>(8).fill('bc1q'),
      ...Array<string>(8).fill('bc1p'),
      ...Array<string>(16).fill('old'),
    ])
  })

  test('S16: reports the network of its account', async () => {
    const { provider } = bitcoin({ keys: [createBitcoinTestKey(1, 'p2wpkh', 'testnet')] })
    await connectTestWalletAccounts(provider)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:testnet')
  })

  test.each(['listed', 'xverse', 'old-xverse', 'leather', 'unisat'] as const)(
    'of style %s is refused when it declines, has no account or uses legacy signatures',
    async (style) => {
      expect(
        await readTestWalletErrorKind(
          connectTestWalletAccounts(bitcoin({ style, behavior: 'declines-connect' }).provider),
        ),
      ).toBe('declined')
      expect(await connectTestWalletAccounts(bitcoin({ style, behavior: 'no-account' }).provider)).toEqual([])
      for (const [behavior, failure] of [
        ['declines-sign', 'declined'],
        ['old-signature', 'wallet.old_signature'],
      ] as const) {
        const { provider } = bitcoin({ style, behavior })
        const [address = ''] = await connectTestWalletAccounts(provider)
        expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe(failure)
      }
    },
  )

  test.each([
    [-32000, 'declined'],
    [-32001, 'cannot-sign'],
    [-32002, 'no-account'],
    [-32601, 'cannot-sign'],
  ])('maps the provider list error code %i to %s', async (code, kind) => {
    for (const answer of [
      async () => ({ jsonrpc: '2.0', error: { code, message: 'x' } }),
      async () => {
        throw { error: { code, message: 'x' } }
      },
    ])
      expect(
        await readTestWalletErrorKind(
          connectTestWalletAccounts(requireFirstTestWalletProvider([], windowWith('listed', { request: answer }))),
        ),
      ).toBe(kind)
  })

  test.each([
    ['xverse', ['getAddresses', 'wallet_connect']],
    ['old-xverse', ['getAddresses', 'wallet_connect', 'getAccounts']],
    ['listed', ['getAddresses']],
    ['leather', ['getAddresses']],
  ] as const)('of style %s opens one prompt to connect (%j), and none once connected', async (style, asked) => {
    const { provider, methods } = bitcoin({ style })
    const shared = await connectTestWalletAccounts(provider)
    expect(shared).toEqual([createBitcoinTestKey(1, 'p2wpkh').address, createBitcoinTestKey(1, 'p2tr').address])
    expect(methods).toEqual(asked)
    expect(await connectTestWalletAccounts(provider)).toEqual(shared)
    expect(methods).toEqual([...asked, 'getAddresses'])
  })

  test('of style xverse is asked to connect again after the person declined', async () => {
    const { provider, play } = bitcoin({ style: 'xverse', behavior: 'declines-connect' })
    expect(await readTestWalletErrorKind(connectTestWalletAccounts(provider))).toBe('declined')
    play('good')
    expect(await connectTestWalletAccounts(provider)).toHaveLength(2)
  })

  test('reports the new accounts after a switch if its event contains them', async () => {
    const listeners = new Map<string, (event: unknown) => void>()
    const provider = requireFirstTestWalletProvider(
      [],
      windowWith('listed', {
        request: async () => null,
        addListener: (listener: { eventName: string; cb: (event: unknown) => void }) =>
          listeners.set(listener.eventName, listener.cb),
      }),
    )
    const heard: unknown[] = []
    provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
    const { address } = createBitcoinTestKey(2)
    listeners.get('accountChange')?.({ type: 'accountChange' })
    listeners.get('accountChange')?.({ type: 'accountChange', addresses: [{ address, purpose: 'payment' }] })
    expect(heard).toEqual([[address]])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  })
})
