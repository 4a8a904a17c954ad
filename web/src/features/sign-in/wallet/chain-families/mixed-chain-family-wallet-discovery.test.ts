// Tests wallets of several chain families in one list. Hostile entries must not hide other wallets.
import { createBitcoinTestWallet, createSolanaTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { expect, onTestFinished, test } from 'vitest'
import { discoverWallets } from '../discover-wallets.ts'
import type { WalletDiscovery } from '../discover-wallets.ts'

type Register = (...wallets: unknown[]) => unknown

const namespaces = ['eip155', 'solana', 'bip122']

function createPage(window: object = {}, ethereum?: unknown) {
  const target = new EventTarget()
  const timers: (() => unknown)[] = []
  const discovery = discoverWallets({
    target,
    ethereum: () => ethereum,
    window,
    after: (_, run) => {
      timers.push(run)
      return () => {}
    },
  })
  discovery.acceptNamespaces(namespaces)
  const tell = (detail: unknown) =>
    target.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail }))
  return {
    discovery,
    tell,
    register: (...wallets: unknown[]) => tell(({ register }: { register: Register }) => register(...wallets)),
    announce: (info: object, provider: object) =>
      target.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: { info, provider } })),
    pass: async () => {
      for (const run of timers) await run()
    },
  }
}

const namesOf = (discovery: WalletDiscovery) => discovery.getSnapshot().wallets.map(({ name }) => name)
const expectNames = (discovery: WalletDiscovery, names: readonly (string | null)[]) =>
  waitUntilPassing(() => expect(namesOf(discovery).toSorted()).toEqual(names))
const ofEthereum = () => ({ request: async () => null })
const sun = (name = 'Sun') => createSolanaTestWallet({ name }).wallet

test('a Solana wallet does not hide an unannounced wallet at window.ethereum', async () => {
  const page = createPage({}, { ...ofEthereum(), isFrame: true })
  page.register(sun())
  await page.pass()
  await expectNames(page.discovery, ['Frame', 'Sun'])
})

test('a wallet with the same name at window.ethereum and on Solana is listed once', async () => {
  const page = createPage({}, { ...ofEthereum(), isPhantom: true })
  page.register(sun('Phantom'))
  await page.pass()
  await waitUntilPassing(() => expect(page.discovery.getSnapshot().wallets[0]?.chains).toHaveLength(2))
  expect(namesOf(page.discovery)).toEqual(['Phantom'])
})

test('N4: wallets with the same name and chain family stay separate, and no other one merges with them', async () => {
  const page = createPage()
  page.announce({ uuid: 'a', name: 'Sun', rdns: 'io.sun' }, ofEthereum())
  page.register(sun(), sun('SUN wallet'))
  await expectNames(page.discovery, ['SUN wallet', 'Sun', 'Sun'])
  expect(page.discovery.getSnapshot().wallets.map(({ chains }) => chains)).toEqual([undefined, undefined, undefined])
})

const registered = (name: string) => createBitcoinTestWallet({ name, style: 'standard' }).provider
const idsOf = (discovery: WalletDiscovery) => discovery.getSnapshot().wallets.map(({ id }) => id)

test('a Bitcoin wallet found in several ways is listed once, with the way that allows more', async () => {
  const phantom = createBitcoinTestWallet({ name: 'Phantom', style: 'phantom' })
  const okx = createBitcoinTestWallet({ name: 'OKX', style: 'okx' })
  const orange = createBitcoinTestWallet({ name: 'Orange' })
  const page = createPage({
    phantom: { bitcoin: phantom.provider },
    okxwallet: { bitcoin: okx.provider },
    btc_providers: [{ id: 'orange', name: 'Orange' }],
    orange: orange.provider,
  })
  page.register(registered('Phantom'), registered('OKX'), registered('Orange Wallet'))
  await expectNames(page.discovery, ['OKX Wallet', 'Orange', 'Phantom'])
  for (const { provider } of page.discovery.getSnapshot().wallets)
    await provider.request({ method: 'eth_requestAccounts' })
  expect([phantom.methods, okx.methods, orange.methods]).toEqual([[], ['requestAccounts'], ['getAddresses']])
})

test('a Bitcoin wallet that is found in a better way later keeps its place', async () => {
  const window: Record<string, object> = {}
  const page = createPage(window)
  page.register(registered('UniSat'), sun())
  await expectNames(page.discovery, ['Sun', 'UniSat'])
  const before = namesOf(page.discovery).indexOf('UniSat')
  const [id] = idsOf(page.discovery).filter((one) => one.includes('UniSat'))
  Object.assign(window, { unisat: createBitcoinTestWallet({ name: 'UniSat', style: 'unisat' }).provider })
  page.discovery.rediscover()
  await expectNames(page.discovery, ['Sun', 'UniSat Wallet'])
  expect(namesOf(page.discovery).indexOf('UniSat Wallet')).toBe(before)
  expect(page.discovery.findWallet(id ?? '')?.provider).toBeDefined()
})

test('N4: Bitcoin wallets with the same name that are found in the same way stay separate', async () => {
  const page = createPage()
  page.register(registered('Orange'), registered('Orange'))
  await expectNames(page.discovery, ['Orange', 'Orange'])
})

test('a registered wallet for Solana and Bitcoin is listed once, with both chain families', async () => {
  const bitcoin = registered('Sun') as { chains: readonly string[]; features: object }
  const solana = sun()
  const features = { ...bitcoin.features, ...solana.features }
  const page = createPage()
  page.register({ ...solana, accounts: [], chains: [...solana.chains, ...bitcoin.chains], features })
  await expectNames(page.discovery, ['Sun'])
  expect(page.discovery.getSnapshot().wallets[0]?.chains?.map(({ namespace }) => namespace)).toEqual([
    'solana',
    'bip122',
  ])
})

test('the demonstration wallet is last, with all chain families, whenever real wallets appear', async () => {
  const page = createPage({}, { ...ofEthereum(), isFrame: true })
  const demonstration = { uuid: 'demo', name: 'Demonstration wallet', rdns: 'localhost.countersign.demonstration' }
  page.announce(demonstration, ofEthereum())
  page.register(sun('Demonstration wallet'))
  await expectNames(page.discovery, ['Demonstration wallet'])
  page.register(sun(), registered('Orange'))
  page.announce({ uuid: 'fox', name: 'Fox', rdns: 'io.fox' }, ofEthereum())
  await page.pass()
  await expectNames(page.discovery, ['Demonstration wallet', 'Fox', 'Orange', 'Sun'])
  expect(namesOf(page.discovery).at(-1)).toBe('Demonstration wallet')
  expect(page.discovery.getSnapshot().wallets.at(-1)?.chains).toHaveLength(2)
})

test('N4: limits the number of listed wallets when thousands register', async () => {
  const page = createPage()
  const wallet = sun()
  page.register(...Array.from({ length: 3_000 }, (_, index) => ({ ...wallet, name: `Sun ${index}` })))
  await waitUntilPassing(() => expect(namesOf(page.discovery)).toHaveLength(32))
})

test.each([
  [
    'whose length throws',
    {
      get length() {
        throw new Error('no')
      },
    },
  ],
  [
    'whose property reads throw',
    new Proxy([], {
      get: () => {
        throw new Error('no')
      },
    }),
  ],
  [
    'whose entries throw',
    [
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
        },
      ),
    ],
  ],
  ['that names itself as a provider', [{ id: 'btc_providers', name: 'Self' }]],
  ['whose IDs are extremely deep paths', [{ id: Array(50_000).fill('__proto__').join('.'), name: 'Deep' }]],
  ['whose names are bidirectional control characters', [{ id: 'wallet', name: '\u202e\u2066\u200f' }]],
])('N4: a Bitcoin provider list %s does not hide a Solana wallet', async (_, btc_providers) => {
  const page = createPage({ btc_providers, wallet: ofEthereum() })
  page.register(sun())
  await expectNames(page.discovery, ['Sun'])
})

test('N4: throwing window properties do not hide a wallet', async () => {
  const leather = createBitcoinTestWallet({ name: 'Leather', style: 'leather' })
  const page = createPage({
    get btc_providers() {
      throw new Error('no')
    },
    get unisat() {
      throw new Error('no')
    },
    get okxwallet() {
      throw new Error('no')
    },
    LeatherProvider: leather.provider,
  })
  await page.pass()
  await expectNames(page.discovery, ['Leather'])
})

test('a wallet that throws when a listener is added can still connect', async () => {
  const { wallet } = createSolanaTestWallet({ name: 'Sun' })
  const on = () => {
    throw new Error('no')
  }
  const page = createPage({
    btc_providers: [{ id: 'orange', name: 'Orange' }],
    orange: { request: async () => ({ result: { addresses: [] } }), addListener: on },
    unisat: { requestAccounts: async () => [], getAccounts: async () => [], signMessage: async () => '', on },
  })
  page.register({ ...wallet, accounts: [], features: { ...wallet.features, 'standard:events': { on } } })
  await expectNames(page.discovery, ['Orange', 'Sun', 'UniSat Wallet'])
  for (const { provider } of page.discovery.getSnapshot().wallets)
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual(expect.any(Array))
})

test.each([
  [undefined],
  [7],
  [{}],
  [
    () => {
      throw new Error('no')
    },
  ],
])('N4: ignores a registration that is not a function or throws %#', async (detail) => {
  // EventTarget rethrows errors of listeners as uncaught errors.
  const errors: unknown[] = []
  const hear = (fault: unknown) => void errors.push(fault)
  process.on('uncaughtException', hear)
  onTestFinished(() => void process.off('uncaughtException', hear))
  const page = createPage()
  page.tell(detail)
  page.register(sun())
  await expectNames(page.discovery, ['Sun'])
  expect(errors).toEqual([])
})

test('registering a wallet returns an unregister function, as in the Wallet Standard', () => {
  const answers: unknown[] = []
  createPage().tell(({ register }: { register: Register }) => answers.push(register(sun())))
  expect(answers).toEqual([expect.any(Function)])
})

test('a wallet keeps its ID across all discoveries on a page', async () => {
  const wallet = sun()
  const ids = []
  for (const others of [[], [sun('Moon')]]) {
    const { discovery, register } = createPage()
    register(...others, wallet)
    await waitUntilPassing(() => expect(namesOf(discovery)).toContain('Sun'))
    ids.push(discovery.getSnapshot().wallets.find(({ name }) => name === 'Sun')?.id)
  }
  expect(ids[0]).toBe(ids[1])
})
