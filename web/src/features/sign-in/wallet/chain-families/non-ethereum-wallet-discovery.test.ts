// Tests Solana and Bitcoin wallets end to end, with the real Wallet Standard library and hostile
// pages.
import { createBitcoinTestWallet, createSolanaTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import { registerWallet } from '@wallet-standard/wallet'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { discoverWallets } from '../discover-wallets.ts'
import { createNonEthereumWalletDiscovery } from './non-ethereum-wallet-discovery.ts'
import { connectTestWalletAccounts } from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'

describe('discovery of Solana and Bitcoin wallets', () => {
  const names = (entries: readonly { name: string | null; namespace?: string }[]) =>
    entries.map(({ name, namespace }) => `${namespace} ${name}`)

  test('lists a wallet that is injected twice only once, and connects through its native API', async () => {
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

  test('N4: malformed entries hide no wallet, show no unsafe name or icon, and cause no error', () => {
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

  describe('wallet registered by the Wallet Standard library', () => {
    beforeEach(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { console })))
    afterEach(() => void vi.unstubAllGlobals())

    test.each(['before', 'after'])('is found when registered %s discovery starts', async (when) => {
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
      await waitUntilPassing(() => expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Sun']))
    })
  })
})
