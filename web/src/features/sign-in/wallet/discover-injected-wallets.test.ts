// Discovery of the wallets at `window.ethereum`.
import { expect, test, vi } from 'vitest'
import {
  createFakeWalletProvider,
  createWalletDiscoveryTestPage,
  createEip6963WalletInfoFixture,
  createDemonstrationWalletFixture,
} from '../../../testing/wallet-discovery-fixtures.ts'

test('falls back to window.ethereum after 300 ms, named by its flags', async () => {
  const page = createWalletDiscoveryTestPage({ ...createFakeWalletProvider(), isMetaMask: true, isRabby: true })
  const discovery = page.discovery()
  expect(discovery.getSnapshot().wallets).toEqual([])
  expect(page.timers.map((timer) => timer.milliseconds)).toEqual([300, 1000, 3000])
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ id, name }) => [id, name])).toEqual([['injected:Rabby0', 'Rabby']])
})

test('lists every wallet that shares window.ethereum, and leaves an unknown one without a name', async () => {
  const one = { ...createFakeWalletProvider(), isMetaMask: true }
  const page = createWalletDiscoveryTestPage({
    ...createFakeWalletProvider(),
    providers: [one, one, createFakeWalletProvider(), 'rubbish'],
  })
  const discovery = page.discovery()
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['MetaMask', null])
})

test('a late announcement takes the place of window.ethereum, whose provider stays reachable', async () => {
  const injected = createFakeWalletProvider()
  const page = createWalletDiscoveryTestPage(injected)
  const discovery = page.discovery()
  await page.settle()
  page.announce({ info: createEip6963WalletInfoFixture(), provider: injected })
  expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a'])
  expect(discovery.findWallet('injected:0')?.provider).toBe(injected)
})

test('survives a window.ethereum that throws', async () => {
  const page = createWalletDiscoveryTestPage()
  Object.defineProperty(page.here, 'ethereum', {
    get() {
      throw new Error('no')
    },
  })
  const discovery = page.discovery()
  await page.settle()
  expect(discovery.getSnapshot()).toMatchObject({ wallets: [], settled: true })
})

test('finds a wallet that comes to window.ethereum late, by its event or at the next look', async () => {
  for (const later of ['event', 'look']) {
    const page = createWalletDiscoveryTestPage()
    const discovery = page.discovery()
    await page.settle()
    page.here.ethereum = { ...createFakeWalletProvider(), isFrame: true }
    if (later === 'look') await page.pass(1_000)
    else page.target.dispatchEvent(new Event('ethereum#initialized'))
    await vi.waitFor(() => expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Frame']))
  }
})

test('the demonstration wallet hides nothing that sits at window.ethereum, and stands after it', async () => {
  const page = createWalletDiscoveryTestPage({ ...createFakeWalletProvider(), isFrame: true })
  const discovery = page.discovery()
  page.announce(createDemonstrationWalletFixture())
  await page.settle()
  expect(
    discovery
      .getSnapshot()
      .wallets.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Demonstration wallet', 'Frame'])
  page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).not.toContain('Frame')
})

test('what is announced and at window.ethereum as well is one wallet', async () => {
  const provider = createFakeWalletProvider()
  const page = createWalletDiscoveryTestPage(provider)
  const discovery = page.discovery()
  page.announce(createDemonstrationWalletFixture(provider))
  await page.settle()
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
})
