// Discovery against the page events of EIP-6963, with a window that is only an EventTarget and timers moved by hand.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { discoverWallets } from './discover-wallets.ts'
import type { WalletDiscovery } from './discover-wallets.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'
import type { RememberedWallet } from './recent-wallet.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='
const createProvider = (): Eip1193Provider => ({ request: async () => null })

function createPage(ethereum?: unknown, recent: RememberedWallet | null = null, discover = discoverWallets) {
  const here = { ethereum }
  const target = new EventTarget()
  const timers: { milliseconds: number; run: () => unknown; cancelled: boolean }[] = []
  const discovery = () =>
    discover({
      target,
      ethereum: () => here.ethereum,
      window: here,
      recent,
      after(milliseconds, run) {
        const timer = { milliseconds, run, cancelled: false }
        timers.push(timer)
        return () => {
          timer.cancelled = true
        }
      },
    })
  const announce = (detail: unknown) =>
    target.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
  /** Lets the time come to this, in milliseconds. */
  const pass = async (until: number) => {
    for (const timer of timers.filter(({ milliseconds }) => milliseconds <= until)) {
      if (!timer.cancelled) await timer.run()
      timer.cancelled = true
    }
  }
  return {
    here,
    pass,
    target,
    timers,
    discovery,
    announce,
    settle: () => pass(300),
  }
}

const info = (more: object = {}) => ({ uuid: 'a', name: 'Wallet', rdns: 'org.example.wallet', icon: png, ...more })

test('asks, and shows a wallet that answers at once', async () => {
  const page = createPage()
  const provider = createProvider()
  page.target.addEventListener('eip6963:requestProvider', () => page.announce({ info: info(), provider }))
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
        icon: png,
        distinction: null,
        key: 'org.example.wallet',
        provider,
      },
    ],
  })
  await page.settle()
  expect(discovery.getSnapshot().settled).toBe(true)
})

test('shows a wallet once that announces itself again, by uuid or by provider', () => {
  const page = createPage()
  const discovery = page.discovery()
  const provider = createProvider()
  page.announce({ info: info(), provider })
  page.announce({ info: info(), provider: createProvider() })
  page.announce({ info: info({ uuid: 'b' }), provider })
  discovery.rediscover()
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
})

test('keeps the same snapshot until something changes', () => {
  const page = createPage()
  const discovery = page.discovery()
  const listener = vi.fn()
  discovery.subscribe(listener)
  const provider = createProvider()
  page.announce({ info: info(), provider })
  const before = discovery.getSnapshot()
  page.announce({ info: info(), provider })
  expect(discovery.getSnapshot()).toBe(before)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('tells wallets of one name apart', () => {
  const page = createPage()
  const discovery = page.discovery()
  page.announce({ info: info({ uuid: '1', name: 'Fox', rdns: 'io.fox' }), provider: createProvider() })
  page.announce({ info: info({ uuid: '2', name: 'Fox', rdns: 'evil.fox' }), provider: createProvider() })
  page.announce({ info: info({ uuid: '3', name: 'fox', rdns: 'io.fox' }), provider: createProvider() })
  page.announce({ info: info({ uuid: '4', name: 'Owl', rdns: 'io.owl' }), provider: createProvider() })
  expect(discovery.getSnapshot().wallets.map(({ name, distinction }) => [name, distinction])).toEqual([
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
])('leaves out the icon %#', (icon) => {
  const page = createPage()
  const discovery = page.discovery()
  page.announce({ info: info({ icon }), provider: createProvider() })
  expect(discovery.getSnapshot().wallets.map((wallet) => wallet.icon)).toEqual([null])
})

test('cleans names and reverse domain names', () => {
  const page = createPage()
  const discovery = page.discovery()
  page.announce({
    info: info({ name: '  Meta\u202eMask\u0000\n  Wallet ', rdns: 'not a domain' }),
    provider: createProvider(),
  })
  page.announce({ info: info({ uuid: 'b', name: 'x'.repeat(500), rdns: 'IO.Upper' }), provider: createProvider() })
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
  [{ info: null, provider: createProvider() }],
  [{ info: info(), provider: {} }],
  [{ info: info({ uuid: '' }), provider: createProvider() }],
  [{ info: info({ name: '\u200b' }), provider: createProvider() }],
  [{ info: info({ uuid: 7 }), provider: createProvider() }],
])('ignores what is not an announcement %#', (detail) => {
  const page = createPage()
  const discovery = page.discovery()
  page.announce(detail)
  expect(discovery.getSnapshot().wallets).toEqual([])
})

test('bounds how many wallets are shown', () => {
  const page = createPage()
  const discovery = page.discovery()
  for (let count = 0; count < 100; count++)
    page.announce({ info: info({ uuid: String(count) }), provider: createProvider() })
  expect(discovery.getSnapshot().wallets).toHaveLength(32)
})

test('falls back to window.ethereum after 300 ms, named by its flags', async () => {
  const page = createPage({ ...createProvider(), isMetaMask: true, isRabby: true })
  const discovery = page.discovery()
  expect(discovery.getSnapshot().wallets).toEqual([])
  expect(page.timers.map((timer) => timer.milliseconds)).toEqual([300, 1000, 3000])
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ id, name }) => [id, name])).toEqual([['injected:Rabby0', 'Rabby']])
})

test('lists every wallet that shares window.ethereum, and leaves an unknown one without a name', async () => {
  const one = { ...createProvider(), isMetaMask: true }
  const page = createPage({ ...createProvider(), providers: [one, one, createProvider(), 'rubbish'] })
  const discovery = page.discovery()
  await page.settle()
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['MetaMask', null])
})

test('a late announcement takes the place of window.ethereum, whose provider stays reachable', async () => {
  const injected = createProvider()
  const page = createPage(injected)
  const discovery = page.discovery()
  await page.settle()
  page.announce({ info: info(), provider: injected })
  expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a'])
  expect(discovery.findWallet('injected:0')?.provider).toBe(injected)
})

test('survives a window.ethereum that throws', async () => {
  const page = createPage()
  Object.defineProperty(page.here, 'ethereum', {
    get() {
      throw new Error('no')
    },
  })
  const discovery = page.discovery()
  await page.settle()
  expect(discovery.getSnapshot()).toMatchObject({ wallets: [], settled: true })
})

test.each([
  [200, 300],
  [900, 1_000],
  [2_500, 3_000],
])('finds a wallet that is ready after %i ms and answers only who asks it, after %i ms', async (readyAt, foundAt) => {
  const page = createPage()
  const discovery = page.discovery()
  let passed = 0
  page.target.addEventListener('eip6963:requestProvider', () => {
    if (passed >= readyAt) page.announce({ info: info(), provider: createProvider() })
  })
  for (passed of [300, 1_000, 3_000]) {
    await page.pass(passed)
    expect(discovery.getSnapshot().wallets).toHaveLength(passed >= foundAt ? 1 : 0)
  }
})

test('finds a wallet that comes to window.ethereum late, by its event or at the next look', async () => {
  for (const later of ['event', 'look']) {
    const page = createPage()
    const discovery = page.discovery()
    await page.settle()
    page.here.ethereum = { ...createProvider(), isFrame: true }
    if (later === 'look') await page.pass(1_000)
    else page.target.dispatchEvent(new Event('ethereum#initialized'))
    await vi.waitFor(() => expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Frame']))
  }
})

const demonstration = (provider = createProvider()) => ({
  info: info({ uuid: 'demo', name: 'Demonstration wallet', rdns: 'localhost.countersign.demonstration' }),
  provider,
})

test('the demonstration wallet hides nothing that sits at window.ethereum, and stands after it', async () => {
  const page = createPage({ ...createProvider(), isFrame: true })
  const discovery = page.discovery()
  page.announce(demonstration())
  await page.settle()
  expect(
    discovery
      .getSnapshot()
      .wallets.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Demonstration wallet', 'Frame'])
  page.announce({ info: info(), provider: createProvider() })
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).not.toContain('Frame')
})

test.each([
  ['none was used here before', null],
  [
    'the demonstration wallet was used last',
    { key: 'localhost.countersign.demonstration', name: 'Demonstration wallet' },
  ],
])('any wallet is missing where only the demonstration wallet is found and %s', async (_, recent) => {
  const page = createPage(undefined, recent)
  const discovery = page.discovery()
  page.announce(demonstration())
  expect(discovery.getSnapshot().missing).toBeNull()
  await page.pass(1_000)
  expect(discovery.getSnapshot().missing).toEqual({ name: null })
  page.announce({ info: info(), provider: createProvider() })
  expect(discovery.getSnapshot().missing).toBeNull()
})

test('what is announced and at window.ethereum as well is one wallet', async () => {
  const provider = createProvider()
  const page = createPage(provider)
  const discovery = page.discovery()
  page.announce(demonstration(provider))
  await page.settle()
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
})

describe('the wallet used last', () => {
  const fox = { key: 'io.fox', name: 'Fox' }
  const foxInfo = info({ uuid: 'fox', name: 'Fox', rdns: 'io.fox' })

  test('is waited for by its name, and takes the place that was kept for it', async () => {
    const page = createPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: info(), provider: createProvider() })
    await page.settle()
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: 'Fox', recentId: null })
    page.announce({ info: foxInfo, provider: createProvider() })
    expect(discovery.getSnapshot()).toMatchObject({ awaitedName: null, recentId: 'announced:fox' })
    expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:fox', 'announced:a'])
  })

  test('is waited for a second at most; after that it comes last, with its badge, and moves nothing', async () => {
    const page = createPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: info(), provider: createProvider() })
    await page.pass(1_000)
    expect(discovery.getSnapshot().awaitedName).toBeNull()
    page.announce({ info: foxInfo, provider: createProvider() })
    expect(discovery.getSnapshot()).toMatchObject({ recentId: 'announced:fox' })
    expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a', 'announced:fox'])
  })

  test.each([
    ['nothing', []],
    ['another wallet', [info()]],
    ['the demonstration wallet', [demonstration().info]],
  ])('is missing once it has had its second, where only %s is found', async (_, found) => {
    const page = createPage(undefined, fox)
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
    const page = createPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: { ...foxInfo, rdns: 'app.fox' }, provider: createProvider() })
    discovery.acceptNamespaces(['solana'])
    await page.pass(1_000)
    expect(discovery.getSnapshot()).toMatchObject({ wallets: [], missing: null })
  })

  test('bears no badge where another claims to be it', () => {
    const page = createPage(undefined, fox)
    const discovery = page.discovery()
    page.announce({ info: foxInfo, provider: createProvider() })
    page.announce({ info: { ...foxInfo, uuid: 'impostor' }, provider: createProvider() })
    expect(discovery.getSnapshot().recentId).toBeNull()
  })
})

describe('wallets of other chain families', () => {
  const standard = (name: string) => ({
    name,
    icon: png,
    chains: ['solana:mainnet'],
    accounts: [],
    features: { 'standard:connect': { connect: async () => ({ accounts: [] }) }, 'solana:signMessage': {} },
  })
  const register = (page: ReturnType<typeof createPage>, wallet: object) =>
    page.target.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: ({ register }: { register: (wallet: object) => void }) => register(wallet),
      }),
    )
  const listOf = (discovery: WalletDiscovery) =>
    discovery.getSnapshot().wallets.map(({ name, chains }) => [name, chains?.map(({ namespace }) => namespace ?? null)])

  test('no wallet can be chosen until it is known which families are accepted', () => {
    const discovery = createPage().discovery()
    const heard = vi.fn()
    discovery.subscribe(heard)
    discovery.acceptNamespaces(['eip155'])
    discovery.acceptNamespaces(['eip155'])
    expect(discovery.getSnapshot().isReady).toBe(true)
    expect(heard).toHaveBeenCalledOnce()
  })

  test('no wallet can be chosen until the families of each are known', async () => {
    const page = createPage()
    const discovery = page.discovery()
    page.announce({ info: info({ name: 'Many', rdns: 'org.example.many' }), provider: createProvider() })
    register(page, standard('Many Wallet'))
    discovery.acceptNamespaces(['eip155', 'solana'])
    expect(discovery.getSnapshot().isReady).toBe(false)
    await vi.waitFor(() => expect(discovery.getSnapshot().isReady).toBe(true))
    expect(listOf(discovery)).toEqual([['Many', [null, 'solana']]])
  })

  test('a wallet that comes later does not take the list away', () => {
    const page = createPage()
    const discovery = page.discovery()
    discovery.acceptNamespaces(['eip155', 'solana'])
    register(page, standard('Late'))
    expect(discovery.getSnapshot().isReady).toBe(true)
  })

  test('code that never loads holds the list back for three seconds', async () => {
    vi.resetModules()
    vi.doMock('./chain-families/non-ethereum-wallets.ts', () => new Promise(() => {}))
    onTestFinished(() => vi.doUnmock('./chain-families/non-ethereum-wallets.ts'))
    const page = createPage(undefined, null, (await import('./discover-wallets.ts')).discoverWallets)
    const discovery = page.discovery()
    register(page, standard('Sun'))
    discovery.acceptNamespaces(['eip155', 'solana'])
    await page.pass(1_000)
    expect(discovery.getSnapshot().isReady).toBe(false)
    await page.pass(3_000)
    expect(discovery.getSnapshot().isReady).toBe(true)
  })

  test('one that is in all of them is shown once, whoever is met at the same moment', async () => {
    const page = createPage()
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
    page.announce({ info: info({ name: 'Many', rdns: 'org.example.many' }), provider: createProvider() })
    await vi.waitFor(() => expect(listOf(discovery)).toEqual([['Many', [null, 'solana', 'bip122']]]))
    await page.settle()
    expect(listOf(discovery)).toHaveLength(1)
  })

  test('the demonstration wallet is one in all of them, and hides nothing', async () => {
    const page = createPage({ isFrame: true, request: async () => [] })
    const discovery = page.discovery()
    discovery.acceptNamespaces(['eip155', 'solana', 'bip122'])
    const rdns = 'localhost.countersign.demonstration'
    page.announce({ info: info({ name: 'Demonstration wallet', rdns }), provider: createProvider() })
    register(page, standard('Demonstration wallet'))
    await vi.waitFor(() => expect(listOf(discovery)).toEqual([['Demonstration wallet', [null, 'solana']]]))
    await page.settle()
    expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Demonstration wallet', 'Frame'])
  })
})

test('nothing moves while something is pressed', () => {
  const page = createPage()
  const discovery = page.discovery()
  page.announce({ info: info(), provider: createProvider() })
  page.target.dispatchEvent(new Event('pointerdown'))
  page.announce({ info: info({ uuid: 'late' }), provider: createProvider() })
  expect(discovery.getSnapshot().wallets).toHaveLength(1)
  page.target.dispatchEvent(new Event('pointerup'))
  expect(discovery.getSnapshot().wallets).toHaveLength(2)
})

test('stops', async () => {
  const page = createPage(createProvider())
  const discovery = page.discovery()
  discovery.stop()
  await page.settle()
  page.announce({ info: info(), provider: createProvider() })
  expect(discovery.getSnapshot()).toMatchObject({ wallets: [], settled: false })
})
