// Discovery of the wallet that was used last.
import { describe, expect, test } from 'vitest'
import {
  createProvider,
  createDiscoveryPage,
  createWalletInfo,
  createDemonstrationWallet,
} from '../../../testing/test-wallet-discovery.ts'

describe('the wallet used last', () => {
  const fox = { key: 'io.fox', name: 'Fox' }
  const foxInfo = createWalletInfo({ uuid: 'fox', name: 'Fox', rdns: 'io.fox' })

  test('is waited for by its name, and takes the place that was kept for it', async () => {
    const page = createDiscoveryPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: createWalletInfo(), provider: createProvider() })
    await page.settle()
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: 'Fox', recentId: null })
    page.announce({ info: foxInfo, provider: createProvider() })
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: null, recentId: 'announced:fox' })
    expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:fox', 'announced:a'])
  })

  test('is waited for a second at most; after that it comes last, with its badge, and moves nothing', async () => {
    const page = createDiscoveryPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: createWalletInfo(), provider: createProvider() })
    await page.pass(1_000)
    expect(discovery.getSnapshot().awaitedName).toBeNull()
    page.announce({ info: foxInfo, provider: createProvider() })
    expect(discovery.getSnapshot()).toMatchObject({ recentId: 'announced:fox' })
    expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a', 'announced:fox'])
  })

  test.each([
    ['nothing', []],
    ['another wallet', [createWalletInfo()]],
    ['the demonstration wallet', [createDemonstrationWallet().info]],
  ])('is missing once it has had its second, where only %s is found', async (_, found) => {
    const page = createDiscoveryPage(undefined, fox)
    const discovery = page.discovery()
    for (const info of found) page.announce({ info, provider: createProvider() })
    await page.settle()
    expect(discovery.getSnapshot().missing).toBeNull()
    await page.pass(1_000)
    expect(discovery.getSnapshot().missing).toEqual(fox)
    page.announce({ info: foxInfo, provider: createProvider() })
    expect(discovery.getSnapshot().missing).toBeNull()
  })

  test('is not missing under another key, nor where its chain family is not offered', async () => {
    const page = createDiscoveryPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: { ...foxInfo, rdns: 'app.fox' }, provider: createProvider() })
    discovery.acceptNamespaces(['solana'])
    await page.pass(1_000)
    expect(discovery.getSnapshot()).toMatchObject({ wallets: [], missing: null })
  })

  test('bears no badge where another claims to be it', () => {
    const page = createDiscoveryPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: foxInfo, provider: createProvider() })
    page.announce({ info: { ...foxInfo, uuid: 'impostor' }, provider: createProvider() })
    expect(discovery.getSnapshot().recentId).toBeNull()
  })
})
