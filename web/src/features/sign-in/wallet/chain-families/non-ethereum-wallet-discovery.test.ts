// Wallets of Solana and Bitcoin, from where they stand in a page to what they sign: registered by the Wallet Standard's own library, fakes that play
// behaviors by name, and pages that mean harm.
import { createBitcoinTestWallet, createSolanaTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { discoverWallets } from '../discover-wallets.ts'
import { createNonEthereumWalletDiscovery } from './non-ethereum-wallet-discovery.ts'
import { connectTestWalletAccounts } from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'

describe('how they are found', () => {
  const names = (entries: readonly { name: string | null; namespace?: string }[]) =>
    entries.map(({ name, namespace }) => `${namespace} ${name}`)

  test('one that stands in the page twice is found once, and asked in the way that is its own', async () => {
    const unisat = createBitcoinTestWallet({ name: 'UniSat', style: 'unisat' })
    const leather = createBitcoinTestWallet({ name: 'Leather', style: 'leather' })
    const window = {
      btc_providers: [
        { id: 'unisat', name: 'UniSat' },
        { id: 'LeatherProvider', name: 'Leather' },
      ],
      unisat: unisat.provider,
      LeatherProvider: leather.provider,
    }
    const families = createNonEthereumWalletDiscovery()
    const found = families.read([], window)
    expect(names(found)).toEqual(['bip122 UniSat', 'bip122 Leather'])
    await connectTestWalletAccounts(found[0]!.provider)
    expect(unisat.methods).toEqual(['requestAccounts'])
    expect(families.read([], window)).toEqual([])
  })

  test('N4 whatever else stands there hides none, is no name, no picture, and throws nothing', () => {
    const good = createSolanaTestWallet({ name: 'Good' })
    const throwing = (name: string) =>
      Object.defineProperty({ ...createSolanaTestWallet({ name: 'Bad' }).wallet }, name, {
        get: () => {
          throw new Error('no')
        },
      })
    const registered = [
      null,
      7,
      {},
      { name: 'Bad', chains: 'solana:mainnet', features: null },
      ...['name', 'icon', 'chains', 'accounts', 'features'].map(throwing),
      createSolanaTestWallet({ name: '\u202e\u200b' }).wallet,
      { ...createSolanaTestWallet({ name: 'Script' }).wallet, icon: 'javascript:alert(1)' },
      {
        ...createSolanaTestWallet({ name: `Long${'x'.repeat(500)}` }).wallet,
        icon: `data:image/png,${'x'.repeat(1e6)}`,
      },
      good.wallet,
    ]
    const orange = createBitcoinTestWallet({ name: 'Orange' })
    const window = {
      btc_providers: [
        null,
        'text',
        ...['__proto__', 'constructor', '', '.', 'a.b.c', 'throws.deep'].map((id) => ({ id, name: 'Bad' })),
        { id: 'some.where', name: 'Orange' },
        { id: 'some.where', name: 'Orange again' },
      ],
      get throws() {
        throw new Error('no')
      },
      some: { where: orange.provider },
      get LeatherProvider() {
        throw new Error('no')
      },
      unisat: 'text',
    }
    const found = createNonEthereumWalletDiscovery().read(registered, window)
    expect(names(found).map((name) => name.slice(0, 14))).toEqual([
      'solana Script',
      'solana Longxxx',
      'solana Good',
      'bip122 Orange',
    ])
    expect(found.slice(0, 2).map(({ icon }) => icon)).toEqual([null, null])
    expect(found[1]!.name!.length).toBeLessThan(100)
    const endless = { btc_providers: Array.from({ length: 5_000 }, (_, index) => ({ id: `w${index}`, name: 'Many' })) }
    Object.assign(
      endless,
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`w${index}`, { request: async () => null }])),
    )
    expect(createNonEthereumWalletDiscovery().read([], endless).length).toBeLessThanOrEqual(16)
  })

  describe('registered by the standard’s own library', () => {
    beforeEach(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { console })))
    afterEach(() => void vi.unstubAllGlobals())

    test.each(['before', 'after'])('%s the page looks for them', async (when) => {
      const page = globalThis.window as unknown as EventTarget
      const { wallet } = createSolanaTestWallet({ name: 'Sun' })
      if (when === 'before') registerWallet(wallet)
      const discovery = discoverWallets({
        target: page,
        ethereum: () => undefined,
        window: {},
        after: () => () => {},
      })
      discovery.acceptNamespaces(['solana'])
      if (when === 'after') registerWallet(wallet)
      await vi.waitFor(() => expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Sun']))
    })
  })
})
