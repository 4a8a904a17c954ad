// Discovery of the wallets at `window.ethereum`.
import { expect, test, vi } from 'vitest'
import {
  createProvider,
  createDiscoveryPage,
  createWalletInfo,
  createDemonstrationWallet,
} from '../../../testing/test-wallet-discovery.ts'

test('falls back to window.ethereum after 300 ms, named by its flags', async () => {
  const page = createDiscoveryPage({ ...createProvider(), isMetaMask: true, isRabby: true })
  const discovery = page.discovery()
  expect(discovery.getSnapshot().wallets).toEqual([])
  expect(page.timers.map((timer) => timer.milliseconds)).toEqual([300, 1000, 3000])
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ id, name }) => [id, name])).toEqual([['injected:Rabby0', 'Rabby']])
})

test('lists every wallet that shares window.ethereum, and leaves an unknown one without a name', async () => {
  const one = { ...createProvider(), isMetaMask: true }
  const page = createDiscoveryPage({ ...createProvider(), providers: [one, one, createProvider(), 'rubbish'] })
  const discovery = page.discovery()
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['MetaMask', null])
})

test('a late announcement takes the place of window.ethereum, whose provider stays reachable', async () => {
  const injected = createProvider()
  const page = createDiscoveryPage(injected)
  const discovery = page.discovery()
  await page.settle()
  page.announce({ info: createWalletInfo(), provider: injected })
  expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a'])
  expect(discovery.findWallet('injected:0')?.provider).toBe(injected)
})

test('survives a window.ethereum that throws', async () => {
  const page = createDiscoveryPage()
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
    const page = createDiscoveryPage()
    const discovery = page.discovery()
    await page.settle()
    page.here.ethereum = { ...createProvider(), isFrame: true }
    if (later === 'look') await page.pass(1_000)
    else page.target.dispatchEvent(new Event('ethereum#initialized'))
    await vi.waitFor(() => expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Frame']))
  }
})

test('the demonstration wallet hides nothing that sits at window.ethereum, and stands after it', async () => {
  const page = createDiscoveryPage({ ...createProvider(), isFrame: true })
  const discovery = page.discovery()
  page.announce(createDemonstrationWallet())
  await page.settle()
  expect(
    discovery
      .getSnapshot()
      .wallets.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Demonstration wallet', 'Frame'])
  page.announce({ info: createWalletInfo(), provider: createProvider() })
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).not.toContain('Frame')
})

test('what is announced and at window.ethereum as well is one wallet', async () => {
  const provider = createProvider()
  const page = createDiscoveryPage(provider)
  const discovery = page.discovery()
  page.announce(createDemonstrationWallet(provider))
  await page.settle()
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
})
