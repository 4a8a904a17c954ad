// Tests which Bitcoin wallets are found in a window, and under which names.
import { createBitcoinTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import { expect, test } from 'vitest'
import {
  createBitcoinTestWalletProvider,
  createWindowWithBitcoinWallet,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'
import { findBitcoinWallets } from './find-bitcoin-wallets.ts'
import { createNonEthereumWalletDiscovery } from './non-ethereum-wallet-discovery.ts'

const listNames = (window: object) => findBitcoinWallets(window).map(({ name }) => name)
const createProvider = (more: object = {}) => ({
  requestAccounts: async () => [],
  signMessage: async () => '',
  ...more,
})

test.each([
  ['listed', 'Orange'],
  ['leather', 'Leather'],
  ['unisat', 'UniSat Wallet'],
  ['onekey', 'OneKey'],
  ['okx', 'OKX Wallet'],
  ['phantom', 'Phantom'],
] as const)('finds a Bitcoin wallet of style %s once, as %s', (style, name) => {
  const { provider } = createBitcoinTestWallet({ name: 'Orange', style })
  expect(listNames(createWindowWithBitcoinWallet(style, provider))).toEqual([name])
})

test.each([
  ['isOneKey', 'OneKey'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isBinance', 'Binance Wallet'],
  ['isTokenPocket', 'TokenPocket'],
  ['isSomethingElse', 'UniSat Wallet'],
])('names a wallet at the place of UniSat by its flag %s: %s', (flag, name) => {
  expect(listNames({ unisat: createProvider({ [flag]: true }) })).toEqual([name])
})

test('finds OneKey at its own place if UniSat keeps its place, and UniSat if OneKey takes it', () => {
  const [unisat, onekey] = [createProvider(), createProvider({ isOneKey: true })]
  expect(listNames({ unisat, $onekey: { btc: onekey } }).toSorted()).toEqual(['OneKey', 'UniSat Wallet'])
  const window = { unisat: onekey, unisat_wallet: unisat, $onekey: { btc: onekey } }
  expect(listNames(window).toSorted()).toEqual(['OneKey', 'UniSat Wallet'])
})

test('finds UniSat once if it is at both of its places with different objects', () => {
  expect(listNames({ unisat: createProvider(), unisat_wallet: createProvider() })).toEqual(['UniSat Wallet'])
})

test('takes name and icon from the provider list, unless a flag shows that the entry is of another wallet', () => {
  const btc_providers = [{ id: 'unisat', name: 'UniSat', icon: 'data:image/png,' }]
  expect(findBitcoinWallets({ btc_providers, unisat: createProvider() })).toMatchObject([
    { name: 'UniSat', icon: 'data:image/png,' },
  ])
  expect(findBitcoinWallets({ btc_providers, unisat: createProvider({ isOneKey: true }) })).toMatchObject([
    { name: 'OneKey', icon: null },
  ])
})

test.each([
  ['only connects', { requestAccounts: async () => [] }],
  ['only signs', { signMessage: async () => '' }],
  ['is a text', 'text'],
])('N4: ignores a value at a well-known place that %s', (_, value) => {
  const places = { unisat: value, unisat_wallet: value, LeatherProvider: value }
  const window = { ...places, okxwallet: { bitcoin: value }, phantom: { bitcoin: value }, $onekey: { btc: value } }
  expect(listNames(window)).toEqual([])
})

test('N4: throwing window properties hide no Bitcoin wallet', () => {
  const thrower = {
    get() {
      throw new Error('no')
    },
  }
  const window = Object.defineProperties(
    { okxwallet: Object.defineProperty({}, 'bitcoin', thrower), phantom: { bitcoin: createProvider() } },
    { btc_providers: thrower, unisat: thrower, unisat_wallet: thrower, $onekey: thrower, LeatherProvider: thrower },
  )
  expect(listNames(window)).toEqual(['Phantom'])
})

test('Leather shows its icon although it names the wrong image type', () => {
  const { provider } = createBitcoinTestWallet({ name: 'Leather', style: 'leather' })
  const window = {
    LeatherProvider: provider,
    btc_providers: [{ id: 'LeatherProvider', name: 'Leather', icon: 'data:image/svg;base64,PHN2Zy8+' }],
  }
  const [leather] = createNonEthereumWalletDiscovery().read([], window)
  expect(leather?.icon).toBe('data:image/svg+xml;base64,PHN2Zy8+')
})

test('OneKey connects through the interface of UniSat', async () => {
  const { provider, methods } = createBitcoinTestWalletProvider({ style: 'onekey' })
  await provider.request({ method: 'eth_requestAccounts' })
  expect(methods).toEqual(['requestAccounts'])
})
