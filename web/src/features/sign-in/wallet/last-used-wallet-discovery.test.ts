// Discovery of the wallet that was used last.
import { describe, expect, test } from 'vitest'
import {
  createFakeWalletProvider,
  createWalletDiscoveryTestPage,
  createEip6963WalletInfoFixture,
  createDemonstrationWalletFixture,
} from '../../../testing/wallet-discovery-fixtures.ts'

describe('the wallet used last', () => {
  const fox = { key: 'io.fox', name: 'Fox' }
  const foxInfo = createEip6963WalletInfoFixture({ uuid: 'fox', name: 'Fox', rdns: 'io.fox' })

  test('is waited for by its name, and takes the place that was kept for it', async () => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
    await page.settle()
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: 'Fox', recentId: null })
    page.announce({ info: foxInfo, provider: createFakeWalletProvider() })
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: null, recentId: 'announced:fox' })
    expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:fox', 'announced:a'])
  })

  test('is waited for a second at most; after that it comes last, with its badge, and moves nothing', async () => {
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
  ])('is missing once it has had its second, where only %s is found', async (_, found) => {
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

  test('is not missing under another key, nor where its chain family is not offered', async () => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: { ...foxInfo, rdns: 'app.fox' }, provider: createFakeWalletProvider() })
    discovery.acceptNamespaces(['solana'])
    await page.pass(1_000)
    expect(discovery.getSnapshot()).toMatchObject({ wallets: [], missing: null })
  })

  test('bears no badge where another claims to be it', () => {
    const page = createWalletDiscoveryTestPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: foxInfo, provider: createFakeWalletProvider() })
    page.announce({ info: { ...foxInfo, uuid: 'impostor' }, provider: createFakeWalletProvider() })
    expect(discovery.getSnapshot().recentId).toBeNull()
  })
})
