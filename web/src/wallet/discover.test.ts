// Discovery against the page events of EIP-6963, with a window that is only an EventTarget and timers moved by hand.
import { expect, test, vi } from 'vitest'
import { discoverWallets } from './discover.ts'
import type { Provider } from './provider.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='
const createProvider = (): Provider => ({ request: async () => null })

function createPage(ethereum?: unknown) {
  const target = new EventTarget()
  const timers: { milliseconds: number; run: () => void; cancelled: boolean }[] = []
  const discovery = () =>
    discoverWallets({
      target,
      ethereum: () => ethereum,
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
  return {
    target,
    timers,
    discovery,
    announce,
    settle: () => timers.forEach((timer) => timer.cancelled || timer.run()),
  }
}

const info = (more: object = {}) => ({ uuid: 'a', name: 'Wallet', rdns: 'org.example.wallet', icon: png, ...more })

test('asks, and shows a wallet that answers at once', () => {
  const page = createPage()
  const provider = createProvider()
  page.target.addEventListener('eip6963:requestProvider', () => page.announce({ info: info(), provider }))
  const discovery = page.discovery()
  expect(discovery.getSnapshot()).toEqual({
    settled: false,
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
  page.settle()
  expect(discovery.getSnapshot().settled).toBe(true)
})

test('shows a wallet once that announces itself again, by uuid or by provider', () => {
  const page = createPage()
  const discovery = page.discovery()
  const provider = createProvider()
  page.announce({ info: info(), provider })
  page.announce({ info: info(), provider: createProvider() })
  page.announce({ info: info({ uuid: 'b' }), provider })
  discovery.askAgain()
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

test('falls back to window.ethereum after 300 ms, named by its flags', () => {
  const page = createPage({ ...createProvider(), isMetaMask: true, isRabby: true })
  const discovery = page.discovery()
  expect(discovery.getSnapshot().wallets).toEqual([])
  expect(page.timers.map((timer) => timer.milliseconds)).toEqual([300])
  page.settle()
  expect(discovery.getSnapshot().wallets.map(({ id, name }) => [id, name])).toEqual([['injected:0', 'Rabby']])
})

test('lists every wallet that shares window.ethereum, and leaves an unknown one without a name', () => {
  const one = { ...createProvider(), isMetaMask: true }
  const page = createPage({ ...createProvider(), providers: [one, one, createProvider(), 'rubbish'] })
  const discovery = page.discovery()
  page.settle()
  expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['MetaMask', null])
})

test('a late announcement takes the place of window.ethereum, whose provider stays reachable', () => {
  const injected = createProvider()
  const page = createPage(injected)
  const discovery = page.discovery()
  page.settle()
  page.announce({ info: info(), provider: injected })
  expect(discovery.getSnapshot().wallets.map(({ id }) => id)).toEqual(['announced:a'])
  expect(discovery.providerOf('injected:0')).toBe(injected)
})

test('survives a window.ethereum that throws', () => {
  const target = new EventTarget()
  const discovery = discoverWallets({
    target,
    ethereum() {
      throw new Error('no')
    },
    after(_, run) {
      run()
      return () => undefined
    },
  })
  expect(discovery.getSnapshot()).toEqual({ wallets: [], settled: true })
})

test('stops', () => {
  const page = createPage(createProvider())
  const discovery = page.discovery()
  discovery.stop()
  page.settle()
  page.announce({ info: info(), provider: createProvider() })
  expect(discovery.getSnapshot()).toEqual({ wallets: [], settled: false })
})
