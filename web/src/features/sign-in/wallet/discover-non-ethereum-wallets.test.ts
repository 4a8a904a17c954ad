import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { WalletDiscovery } from './discover-wallets.ts'
import {
  pngIconFixture,
  createFakeWalletProvider,
  createWalletDiscoveryTestPage,
  createEip6963WalletInfoFixture,
} from '../../../testing/wallet-discovery-fixtures.ts'

describe('discovery of wallets for other chain families', () => {
  const standard = (name: string) => ({
    name,
    icon: pngIconFixture,
    chains: ['solana:mainnet'],
    accounts: [],
    features: { 'standard:connect': { connect: async () => ({ accounts: [] }) }, 'solana:signMessage': {} },
  })
  const register = (page: ReturnType<typeof createWalletDiscoveryTestPage>, wallet: object) =>
    page.target.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: ({ register }: { register: (wallet: object) => void }) => register(wallet),
      }),
    )
  const listOf = (discovery: WalletDiscovery) =>
    discovery.getSnapshot().wallets.map(({ name, chains }) => [name, chains?.map(({ namespace }) => namespace ?? null)])

  test('is not ready until the accepted chain families are known', () => {
    const discovery = createWalletDiscoveryTestPage().discovery()
    const heard = vi.fn()
    discovery.subscribe(heard)
    discovery.acceptNamespaces(['eip155'])
    discovery.acceptNamespaces(['eip155'])
    expect(discovery.getSnapshot().isReady).toBe(true)
    expect(heard).toHaveBeenCalledOnce()
  })

  test('is not ready until the chain families of every wallet are known', async () => {
    const page = createWalletDiscoveryTestPage()
    const discovery = page.discovery()
    page.announce({
      info: createEip6963WalletInfoFixture({ name: 'Many', rdns: 'org.example.many' }),
      provider: createFakeWalletProvider(),
    })
    register(page, standard('Many Wallet'))
    discovery.acceptNamespaces(['eip155', 'solana'])
    expect(discovery.getSnapshot().isReady).toBe(false)
    await waitUntilPassing(() => expect(discovery.getSnapshot().isReady).toBe(true))
    expect(listOf(discovery)).toEqual([['Many', [null, 'solana']]])
  })

  test('stays ready when a wallet registers later', () => {
    const page = createWalletDiscoveryTestPage()
    const discovery = page.discovery()
    discovery.acceptNamespaces(['eip155', 'solana'])
    register(page, standard('Late'))
    expect(discovery.getSnapshot().isReady).toBe(true)
  })

  test('becomes ready after three seconds when the chain family code never loads', async () => {
    vi.resetModules()
    vi.doMock('./chain-families/non-ethereum-wallet-discovery.ts', () => new Promise(() => {}))
    onTestFinished(() => vi.doUnmock('./chain-families/non-ethereum-wallet-discovery.ts'))
    const page = createWalletDiscoveryTestPage(undefined, null, (await import('./discover-wallets.ts')).discoverWallets)
    const discovery = page.discovery()
    register(page, standard('Sun'))
    discovery.acceptNamespaces(['eip155', 'solana'])
    await page.pass(1_000)
    expect(discovery.getSnapshot().isReady).toBe(false)
    await page.pass(3_000)
    expect(discovery.getSnapshot().isReady).toBe(true)
  })

  test('lists a wallet of several chain families once, even when registered concurrently', async () => {
    const page = createWalletDiscoveryTestPage()
    const discovery = page.discovery()
    discovery.acceptNamespaces(['eip155', 'solana', 'bip122'])
    Object.assign(page.here, {
      btc_providers: [{ id: 'many.bitcoin', name: 'Many' }],
      many: { bitcoin: { request: async () => null } },
    })
    const many = standard('Many Wallet')
    register(page, many)
    register(page, many)
    discovery.rediscover()
    page.announce({
      info: createEip6963WalletInfoFixture({ name: 'Many', rdns: 'org.example.many' }),
      provider: createFakeWalletProvider(),
    })
    await waitUntilPassing(() => expect(listOf(discovery)).toEqual([['Many', [null, 'solana', 'bip122']]]))
    await page.settle()
    expect(listOf(discovery)).toHaveLength(1)
  })

  test('lists the demonstration wallet once for all chain families without hiding others', async () => {
    const page = createWalletDiscoveryTestPage({ isFrame: true, request: async () => [] })
    const discovery = page.discovery()
    discovery.acceptNamespaces(['eip155', 'solana', 'bip122'])
    const rdns = 'localhost.countersign.demonstration'
    page.announce({
      info: createEip6963WalletInfoFixture({ name: 'Demonstration wallet', rdns }),
      provider: createFakeWalletProvider(),
    })
    register(page, standard('Demonstration wallet'))
    await waitUntilPassing(() => expect(listOf(discovery)).toEqual([['Demonstration wallet', [null, 'solana']]]))
    await page.settle()
    expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Frame', 'Demonstration wallet'])
  })
})
