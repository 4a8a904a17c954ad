import { describe, expect, test } from 'vitest'
import {
  createFakeWalletProvider,
  createWalletDiscoveryTestPage,
  createEip6963WalletInfoFixture,
  createDemonstrationWalletFixture,
} from '../../../testing/wallet-discovery-fixtures.ts'

describe('discovery of the last used wallet', () => {
  const fox = { key: 'io.fox', name: 'Fox' }
  const foxInfo = createEip6963WalletInfoFixture({ uuid: 'fox', name: 'Fox', rdns: 'io.fox' })

  test('waits for the wallet by name and puts it in the place reserved for it', async () => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
    await page.settle()
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: 'Fox', recentId: null })
    page.announce({ info: foxInfo, provider: createFakeWalletProvider() })
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: null, recentId: 'announced:fox' })
    expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:fox', 'announced:a'])
  })

  test('waits at most one second, then appends the wallet with its badge and keeps the order', async () => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
    await page.pass(1_000)
    expect(discovery.getSnapshot().awaitedName).toBeNull()
    page.announce({ info: foxInfo, provider: createFakeWalletProvider() })
    expect(discovery.getSnapshot()).toMatchObject({ recentId: 'announced:fox' })
    expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a', 'announced:fox'])
  })

  test.each([
    ['nothing', []],
    ['another wallet', [createEip6963WalletInfoFixture()]],
    ['the demonstration wallet', [createDemonstrationWalletFixture().info]],
  ])('reports the wallet as missing after one second when only %s is found', async (_, found) => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    for (const info of found) page.announce({ info, provider: createFakeWalletProvider() })
    await page.settle()
    expect(discovery.getSnapshot().missing).toBeNull()
    await page.pass(1_000)
    expect(discovery.getSnapshot().missing).toEqual(fox)
    page.announce({ info: foxInfo, provider: createFakeWalletProvider() })
    expect(discovery.getSnapshot().missing).toBeNull()
  })

  test('does not report a wallet as missing if its key changed or its chain family is not accepted', async () => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: { ...foxInfo, rdns: 'app.fox' }, provider: createFakeWalletProvider() })
    discovery.acceptNamespaces(['solana'])
    await page.pass(1_000)
    expect(discovery.getSnapshot()).toMatchObject({ wallets: [], missing: null })
  })

  test('shows no badge when another wallet claims the same identity', () => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: foxInfo, provider: createFakeWalletProvider() })
    page.announce({ info: { ...foxInfo, uuid: 'impostor' }, provider: createFakeWalletProvider() })
    expect(discovery.getSnapshot().recentId).toBeNull()
  })
})
