// Tests discovery by EIP-6963 events, with a bare EventTarget and manual timers.
import { expect, test, vi } from 'vitest'
import {
  pngIconFixture,
  createFakeWalletProvider,
  createWalletDiscoveryTestPage,
  createEip6963WalletInfoFixture,
  createDemonstrationWalletFixture,
} from '../../../testing/wallet-discovery-fixtures.ts'

test('requests wallets and lists one that announces itself immediately', async () => {
  const page = createWalletDiscoveryTestPage()
  const provider = createFakeWalletProvider()
  page.target.addEventListener('eip6963:requestProvider', () =>
    page.announce({ info: createEip6963WalletInfoFixture(), provider }),
  )
  const discovery = page.discovery()
  expect(discovery.getSnapshot()).toEqual({
    settled: false,
    recentId: null,
    recentKey: null,
    awaitedName: null,
    missing: null,
    isIncomplete: false,
    isReady: false,
    wallets: [
      {
        id: 'announced:a',
        name: 'Wallet',
        rdns: 'org.example.wallet',
        icon: pngIconFixture,
        disambiguation: null,
        key: 'org.example.wallet',
        provider,
      },
    ],
  })
  await page.settle()
  expect(discovery.getSnapshot().settled).toBe(true)
})

test('lists a wallet once when it announces itself again, by UUID or by provider', () => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  const provider = createFakeWalletProvider()
  page.announce({ info: createEip6963WalletInfoFixture(), provider })
  page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
  page.announce({ info: createEip6963WalletInfoFixture({ uuid: 'b' }), provider })
  discovery.rediscover()
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
})

test('returns the same wallet list snapshot until something changes', () => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  const listener = vi.fn()
  discovery.subscribe(listener)
  const provider = createFakeWalletProvider()
  page.announce({ info: createEip6963WalletInfoFixture(), provider })
  const before = discovery.getSnapshot()
  page.announce({ info: createEip6963WalletInfoFixture(), provider })
  expect(discovery.getSnapshot()).toBe(before)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('disambiguates wallets with the same name', () => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  page.announce({
    info: createEip6963WalletInfoFixture({ uuid: '1', name: 'Fox', rdns: 'io.fox' }),
    provider: createFakeWalletProvider(),
  })
  page.announce({
    info: createEip6963WalletInfoFixture({ uuid: '2', name: 'Fox', rdns: 'evil.fox' }),
    provider: createFakeWalletProvider(),
  })
  page.announce({
    info: createEip6963WalletInfoFixture({ uuid: '3', name: 'fox', rdns: 'io.fox' }),
    provider: createFakeWalletProvider(),
  })
  page.announce({
    info: createEip6963WalletInfoFixture({ uuid: '4', name: 'Owl', rdns: 'io.owl' }),
    provider: createFakeWalletProvider(),
  })
  expect(discovery.getSnapshot().wallets.map(({ name, disambiguation: distinction }) => [name, distinction])).toEqual([
    ['Fox', 'io.fox · 1'],
    ['Fox', 'evil.fox'],
    ['fox', 'io.fox · 2'],
    ['Owl', null],
  ])
})

test.each([
  ['javascript:alert(1)'],
  ['https://example.org/icon.png'],
  ['data:text/html,<script>alert(1)</script>'],
  ['data:image/png;base64,' + 'A'.repeat(200_000)],
  [42],
])('omits the unsafe wallet icon %#', (icon) => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  page.announce({ info: createEip6963WalletInfoFixture({ icon }), provider: createFakeWalletProvider() })
  expect(discovery.getSnapshot().wallets.map((wallet) => wallet.icon)).toEqual([null])
})

test.each([
  ['data:image/svg;base64,PHN2Zy8+', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['data:image/SVG,<svg/>', 'data:image/svg+xml,<svg/>'],
  ['data:image/svg+xml;utf8,<svg/>', 'data:image/svg+xml;utf8,<svg/>'],
  ['data:image/svgz;base64,AAAA', null],
])('shows the wallet icon %s as %s', (icon, shown) => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  page.announce({ info: createEip6963WalletInfoFixture({ icon }), provider: createFakeWalletProvider() })
  expect(discovery.getSnapshot().wallets.map((wallet) => wallet.icon)).toEqual([shown])
})

test('lists the demonstration wallet last, even if it was announced and shown first', () => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  page.announce(createDemonstrationWalletFixture())
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
  for (const uuid of ['b', 'c'])
    page.announce({ info: createEip6963WalletInfoFixture({ uuid, name: uuid }), provider: createFakeWalletProvider() })
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['b', 'c', 'Demonstration wallet'])
})

test('sanitizes wallet names and reverse domain names', () => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  page.announce({
    info: createEip6963WalletInfoFixture({ name: '  Meta\u202eMask\u0000\n  Wallet ', rdns: 'not a domain' }),
    provider: createFakeWalletProvider(),
  })
  page.announce({
    info: createEip6963WalletInfoFixture({ uuid: 'b', name: 'x'.repeat(500), rdns: 'IO.Upper' }),
    provider: createFakeWalletProvider(),
  })
  expect(discovery.getSnapshot().wallets.map(({ name, rdns }) => [name, rdns])).toEqual([
    ['MetaMask Wallet', null],
    ['x'.repeat(40), 'io.upper'],
  ])
})

test.each([
  [null],
  [undefined],
  ['text'],
  [{}],
  [{ info: null, provider: createFakeWalletProvider() }],
  [{ info: createEip6963WalletInfoFixture(), provider: {} }],
  [{ info: createEip6963WalletInfoFixture({ uuid: '' }), provider: createFakeWalletProvider() }],
  [{ info: createEip6963WalletInfoFixture({ name: '\u200b' }), provider: createFakeWalletProvider() }],
  [{ info: createEip6963WalletInfoFixture({ uuid: 7 }), provider: createFakeWalletProvider() }],
])('ignores the malformed wallet announcement %#', (detail) => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  page.announce(detail)
  expect(discovery.getSnapshot().wallets).toEqual([])
})

test('limits the number of listed wallets', () => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  for (let count = 0; count < 100; count++)
    page.announce({
      info: createEip6963WalletInfoFixture({ uuid: String(count) }),
      provider: createFakeWalletProvider(),
    })
  expect(discovery.getSnapshot().wallets).toHaveLength(32)
})

test.each([
  [200, 300],
  [900, 1_000],
  [2_500, 3_000],
])('a wallet ready after %i ms that responds only to requests is found after %i ms', async (readyAt, foundAt) => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  let passed = 0
  page.target.addEventListener('eip6963:requestProvider', () => {
    if (passed >= readyAt)
      page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
  })
  for (passed of [300, 1_000, 3_000]) {
    await page.pass(passed)
    expect(discovery.getSnapshot().wallets).toHaveLength(passed >= foundAt ? 1 : 0)
  }
})

test.each([
  ['no wallet was used before', null],
  [
    'the demonstration wallet was used last',
    { key: 'localhost.countersign.demonstration', name: 'Demonstration wallet' },
  ],
])('reports a wallet as missing when only the demonstration wallet is found and %s', async (_, recent) => {
  const page = createWalletDiscoveryTestPage(undefined, recent)
  const discovery = page.discovery()
  page.announce(createDemonstrationWalletFixture())
  expect(discovery.getSnapshot().missing).toBeNull()
  await page.pass(1_000)
  expect(discovery.getSnapshot().missing).toEqual({ name: null })
  page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
  expect(discovery.getSnapshot().missing).toBeNull()
})

test('does not change the wallet list while a pointer is down', () => {
  const page = createWalletDiscoveryTestPage()
  const discovery = page.discovery()
  page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
  page.target.dispatchEvent(new Event('pointerdown'))
  page.announce({ info: createEip6963WalletInfoFixture({ uuid: 'late' }), provider: createFakeWalletProvider() })
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
  page.target.dispatchEvent(new Event('pointerup'))
  expect(discovery.getSnapshot().wallets).toHaveLength(2)
})

test('wallet discovery stops on request', async () => {
  const page = createWalletDiscoveryTestPage(createFakeWalletProvider())
  const discovery = page.discovery()
  discovery.stop()
  await page.settle()
  page.announce({ info: createEip6963WalletInfoFixture(), provider: createFakeWalletProvider() })
  expect(discovery.getSnapshot()).toMatchObject({ wallets: [], settled: false })
})
