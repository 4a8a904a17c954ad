import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { expect, test } from 'vitest'
import {
  createFakeWalletProvider,
  createWalletDiscoveryTestPage,
  createEip6963WalletInfoFixture,
  createDemonstrationWalletFixture,
} from '../../../testing/wallet-discovery-fixtures.ts'

test('after 300 ms, wallet discovery falls back to window.ethereum and names its wallet by its flags', async () => {
  const page = createWalletDiscoveryTestPage({ ...createFakeWalletProvider(), isMetaMask: true, isRabby: true })
  const discovery = page.discovery()
  expect(discovery.getSnapshot().wallets).toEqual([])
  expect(page.timers.map((timer) => timer.milliseconds)).toEqual([300, 1000, 3000])
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ id, name }) => [id, name])).toEqual([['injected:Rabby0', 'Rabby']])
})

test('lists every wallet that shares window.ethereum, and an unknown one without a name', async () => {
  const one = { ...createFakeWalletProvider(), isMetaMask: true }
  const page = createWalletDiscoveryTestPage({
    ...createFakeWalletProvider(),
    providers: [one, one, createFakeWalletProvider(), 'rubbish'],
  })
  const discovery = page.discovery()
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['MetaMask', null])
})

test('a late announcement replaces the window.ethereum wallet, whose provider stays reachable', async () => {
  const injected = createFakeWalletProvider()
  const page = createWalletDiscoveryTestPage(injected)
  const discovery = page.discovery()
  await page.settle()
  page.announce({ info: createEip6963WalletInfoFixture(), provider: injected })
  expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a'])
  expect(discovery.findWallet('injected:0')?.provider).toBe(injected)
})

test('wallet discovery survives a window.ethereum that throws', async () => {
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

test('finds a wallet injected late at window.ethereum, by its event or at the next check', async () => {
  for (const later of ['event', 'look']) {
    const page = createWalletDiscoveryTestPage()
    const discovery = page.discovery()
    await page.settle()
    page.here.ethereum = { ...createFakeWalletProvider(), isFrame: true }
    if (later === 'look') await page.pass(1_000)
    else page.target.dispatchEvent(new Event('ethereum#initialized'))
    await waitUntilPassing(() => expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Frame']))
  }
})

test('the demonstration wallet does not hide a wallet at window.ethereum', async () => {
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

test('a wallet that is both announced and at window.ethereum is listed once', async () => {
  const provider = createFakeWalletProvider()
  const page = createWalletDiscoveryTestPage(provider)
  const discovery = page.discovery()
  page.announce(createDemonstrationWalletFixture(provider))
  await page.settle()
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
})
