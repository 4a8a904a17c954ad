// Wallets of Solana and Bitcoin, from where they stand in a page to what they sign: registered by the Wallet Standard's own library, fakes that play
// behaviors by name, and pages that mean harm.
import { inspectSignature } from '@countersign/inspector/inspect-signature'
import { messageLayouts } from '@countersign/message/message-layout'
import { serializeMessage } from '@countersign/message/serialize-message'
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinTestWallet, createSolanaTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import type { BitcoinTestWalletOptions, SolanaTestWalletOptions } from '@countersign/testing/fake-non-evm-wallets'
import { createSolanaTestKey } from '@countersign/testing/solana-test-keys'
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { discoverWallets } from '../discover-wallets.ts'
import type { Eip1193Provider } from '../eip1193-provider.ts'
import { parseWalletError } from '../wallet-error.ts'
import { encodeHexText } from '../eip1193-provider.ts'
import { createNonEthereumWalletReader } from './non-ethereum-wallets.ts'

const fields = {
  domain: 'site.example',
  statement: 'Sign in.',
  uri: 'https://site.example',
  version: '1' as const,
  chainId: 'mainnet',
  nonce: '8mzv3kcq7h2ydx5w',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-01T00:05:00.000Z',
}

const text = serializeMessage({ ...fields, address: createSolanaTestKey(1).address }, messageLayouts.solana).text
const textOfBitcoin = (address: string) =>
  serializeMessage({ ...fields, address, chainId: '000000000019d6689c085ae165831e93' }, messageLayouts.bip122).text

const providerOf = (registered: readonly unknown[], window: object): Eip1193Provider => {
  const [found] = createNonEthereumWalletReader().read(registered, window)
  if (!found) throw new Error('no wallet found')
  return found.provider
}

const solana = (options: Partial<SolanaTestWalletOptions> = {}) => {
  const fake = createSolanaTestWallet({ name: 'Sun', ...options })
  return { ...fake, provider: providerOf([fake.wallet], {}) }
}

const windowWith = (style: NonNullable<BitcoinTestWalletOptions['style']>, provider: object): object =>
  style === 'leather' || style === 'unisat'
    ? { [style === 'leather' ? 'LeatherProvider' : 'unisat']: provider }
    : { btc_providers: [{ id: 'some.where', name: 'Orange' }], some: { where: provider } }

const bitcoin = (options: Partial<BitcoinTestWalletOptions> = {}) => {
  const fake = createBitcoinTestWallet({ name: 'Orange', ...options })
  return { ...fake, provider: providerOf([], windowWith(options.style ?? 'listed', fake.provider)) }
}

const connect = (provider: Eip1193Provider) => provider.request({ method: 'eth_requestAccounts' }) as Promise<string[]>
const sign = (provider: Eip1193Provider, address: string, what = text) =>
  provider.request({ method: 'personal_sign', params: [encodeHexText(what), address] }) as Promise<string>
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (thrown: unknown) => parseWalletError(thrown).refusal ?? parseWalletError(thrown).kind,
  )

describe('a wallet of Solana', () => {
  test.each([[['signIn', 'signMessage']], [['signMessage']], [['signIn']]] as const)(
    'that has %j signs the text that it is given, for the account that it shares',
    async (supportedFeatures) => {
      const { provider, texts } = solana({ supportedFeatures })
      const [address = ''] = await connect(provider)
      expect(address).toBe(createSolanaTestKey(1).address)
      expect(await provider.request({ method: 'eth_chainId' })).toBe('solana')
      expect(inspectSignature(await sign(provider, address), text)).toMatchObject({ signer: address, matches: true })
      expect(texts).toEqual([text])
    },
  )

  test('connects and signs in with one window where it can, by the very text that the page would have written', async () => {
    const { provider, methods } = solana()
    const asked = { version: '1', capabilities: { signInWithEthereum: fields } }
    const answer = await provider.request({ method: 'wallet_connect', params: [asked] })
    const { address } = createSolanaTestKey(1)
    expect(answer).toEqual({
      accounts: [
        { address, capabilities: { signInWithEthereum: { message: text, signature: expect.any(String) as string } } },
      ],
    })
    expect(methods).toEqual(['solana:signIn'])
    await expect(
      solana({ supportedFeatures: ['signMessage'] }).provider.request({ method: 'wallet_connect', params: [asked] }),
    ).rejects.toMatchObject({ code: 4200 })
  })

  test.each([
    ['adds-line-feed', 'wallet.text_changed'],
    ['reorders', 'wallet.text_changed'],
    ['leaves-out', 'wallet.text_changed'],
    ['prefixes', 'wallet.text_prefixed'],
    ['declines-sign', 'declined'],
  ] as const)('S15 that %s has not signed: %s', async (behavior, failure) => {
    for (const supportedFeatures of [['signMessage'], ['signIn']] as const) {
      const { provider } = solana({ behavior, supportedFeatures })
      const [address = ''] = await connect(provider)
      expect(await failureOf(sign(provider, address))).toBe(failure)
    }
  })

  test.each([
    ['declines-connect', 'declined'],
    ['locked', 'locked'],
    ['throws-oddly', 'declined'],
  ] as const)('that %s while it connects: %s', async (behavior, failure) => {
    expect(await failureOf(connect(solana({ behavior }).provider))).toBe(failure)
  })

  test('signs for no account that it does not share, and says when it was switched', async () => {
    const { provider, switchAccount } = solana()
    await connect(provider)
    const [, other] = [createSolanaTestKey(1).address, createSolanaTestKey(2).address]
    expect(await failureOf(sign(provider, other))).toBe('no-account')
    const heard: unknown[] = []
    provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
    switchAccount()
    expect(heard).toEqual([[other]])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([other])
  })
})

describe('a wallet of Bitcoin', () => {
  const kinds = [createBitcoinTestKey(1, 'p2wpkh'), createBitcoinTestKey(1, 'p2tr'), createBitcoinTestKey(1, 'p2pkh')]

  test.each(['listed', 'xverse', 'old-xverse', 'leather', 'unisat'] as const)(
    'that is %s is asked for BIP-322 by name, for every kind of address that has it',
    async (style) => {
      for (const key of style === 'leather' ? kinds.slice(0, 2) : kinds) {
        const { provider, texts, methods } = bitcoin({ style, keys: [key] })
        const [address = ''] = await connect(provider)
        expect(address).toBe(key.address)
        expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:mainnet')
        const asked = textOfBitcoin(address)
        expect(inspectSignature(await sign(provider, address, asked), asked)).toMatchObject({ matches: true })
        expect(texts).toEqual([asked])
        if (style === 'unisat')
          expect(methods.at(-1)).toBe(key.kind === 'p2pkh' ? 'signMessage ecdsa' : 'signMessage bip322-simple')
      }
    },
  )

  test('shares native segwit before taproot, and both before all others, wherever they stand', async () => {
    const keys = (['p2pkh', 'p2sh-p2wpkh', 'p2tr', 'p2wpkh'] as const).flatMap((kind) =>
      // Of addresses of old, any letter can be the second.
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => createBitcoinTestKey(number, kind)),
    )
    const shared = await connect(bitcoin({ keys }).provider)
    expect(shared.map((address) => address.slice(0, 4).replace(/^[13].*/, 'old'))).toEqual([
      ...Array<string>(8).fill('bc1q'),
      ...Array<string>(8).fill('bc1p'),
      ...Array<string>(16).fill('old'),
    ])
  })

  test('S16 says which network its account is of', async () => {
    const { provider } = bitcoin({ keys: [createBitcoinTestKey(1, 'p2wpkh', 'testnet')] })
    await connect(provider)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:testnet')
  })

  test.each(['listed', 'xverse', 'old-xverse', 'leather', 'unisat'] as const)(
    'that is %s declines, has no account, or signs in the old way, which proves nothing for segregated witness',
    async (style) => {
      expect(await failureOf(connect(bitcoin({ style, behavior: 'declines-connect' }).provider))).toBe('declined')
      expect(await connect(bitcoin({ style, behavior: 'no-account' }).provider)).toEqual([])
      for (const [behavior, failure] of [
        ['declines-sign', 'declined'],
        ['old-signature', 'wallet.old_signature'],
      ] as const) {
        const { provider } = bitcoin({ style, behavior })
        const [address = ''] = await connect(provider)
        expect(await failureOf(sign(provider, address))).toBe(failure)
      }
    },
  )

  test.each([
    [-32000, 'declined'],
    [-32001, 'cannot-sign'],
    [-32002, 'no-account'],
    [-32601, 'cannot-sign'],
  ])('the provider list’s own code %i is understood: %s', async (code, kind) => {
    for (const answer of [
      async () => ({ jsonrpc: '2.0', error: { code, message: 'x' } }),
      async () => {
        throw { error: { code, message: 'x' } }
      },
    ])
      expect(await failureOf(connect(providerOf([], windowWith('listed', { request: answer }))))).toBe(kind)
  })

  test.each([
    ['xverse', ['getAddresses', 'wallet_connect']],
    ['old-xverse', ['getAddresses', 'wallet_connect', 'getAccounts']],
    ['listed', ['getAddresses']],
    ['leather', ['getAddresses']],
  ] as const)('that is %s opens one window to connect (%j), and none once it is connected', async (style, asked) => {
    const { provider, methods } = bitcoin({ style })
    const shared = await connect(provider)
    expect(shared).toEqual([createBitcoinTestKey(1, 'p2wpkh').address, createBitcoinTestKey(1, 'p2tr').address])
    expect(methods).toEqual(asked)
    expect(await connect(provider)).toEqual(shared)
    expect(methods).toEqual([...asked, 'getAddresses'])
  })

  test('that is xverse is asked to connect again after the person declined', async () => {
    const { provider, play } = bitcoin({ style: 'xverse', behavior: 'declines-connect' })
    expect(await failureOf(connect(provider))).toBe('declined')
    play('good')
    expect(await connect(provider)).toHaveLength(2)
  })

  test('tells of the accounts that it was switched to, where it says them', async () => {
    const listeners = new Map<string, (event: unknown) => void>()
    const provider = providerOf(
      [],
      windowWith('listed', {
        request: async () => null,
        addListener: (listener: { eventName: string; cb: (event: unknown) => void }) =>
          listeners.set(listener.eventName, listener.cb),
      }),
    )
    const heard: unknown[] = []
    provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
    const { address } = createBitcoinTestKey(2)
    listeners.get('accountChange')?.({ type: 'accountChange' })
    listeners.get('accountChange')?.({ type: 'accountChange', addresses: [{ address, purpose: 'payment' }] })
    expect(heard).toEqual([[address]])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  })
})

describe('how they are found', () => {
  const names = (entries: readonly { name: string | null; namespace?: string }[]) =>
    entries.map(({ name, namespace }) => `${namespace} ${name}`)

  test('one that stands in the page twice is found once, and asked in the way that is its own', async () => {
    const unisat = createBitcoinTestWallet({ name: 'UniSat', style: 'unisat' })
    const leather = createBitcoinTestWallet({ name: 'Leather', style: 'leather' })
    const window = {
      btc_providers: [
        { id: 'unisat', name: 'UniSat' },
        { id: 'LeatherProvider', name: 'Leather' },
      ],
      unisat: unisat.provider,
      LeatherProvider: leather.provider,
    }
    const families = createNonEthereumWalletReader()
    const found = families.read([], window)
    expect(names(found)).toEqual(['bip122 UniSat', 'bip122 Leather'])
    await connect(found[0]!.provider)
    expect(unisat.methods).toEqual(['requestAccounts'])
    expect(families.read([], window)).toEqual([])
  })

  test('N4 whatever else stands there hides none, is no name, no picture, and throws nothing', () => {
    const good = createSolanaTestWallet({ name: 'Good' })
    const throwing = (name: string) =>
      Object.defineProperty({ ...createSolanaTestWallet({ name: 'Bad' }).wallet }, name, {
        get: () => {
          throw new Error('no')
        },
      })
    const registered = [
      null,
      7,
      {},
      { name: 'Bad', chains: 'solana:mainnet', features: null },
      ...['name', 'icon', 'chains', 'accounts', 'features'].map(throwing),
      createSolanaTestWallet({ name: '\u202e\u200b' }).wallet,
      { ...createSolanaTestWallet({ name: 'Script' }).wallet, icon: 'javascript:alert(1)' },
      {
        ...createSolanaTestWallet({ name: `Long${'x'.repeat(500)}` }).wallet,
        icon: `data:image/png,${'x'.repeat(1e6)}`,
      },
      good.wallet,
    ]
    const orange = createBitcoinTestWallet({ name: 'Orange' })
    const window = {
      btc_providers: [
        null,
        'text',
        ...['__proto__', 'constructor', '', '.', 'a.b.c', 'throws.deep'].map((id) => ({ id, name: 'Bad' })),
        { id: 'some.where', name: 'Orange' },
        { id: 'some.where', name: 'Orange again' },
      ],
      get throws() {
        throw new Error('no')
      },
      some: { where: orange.provider },
      get LeatherProvider() {
        throw new Error('no')
      },
      unisat: 'text',
    }
    const found = createNonEthereumWalletReader().read(registered, window)
    expect(names(found).map((name) => name.slice(0, 14))).toEqual([
      'solana Script',
      'solana Longxxx',
      'solana Good',
      'bip122 Orange',
    ])
    expect(found.slice(0, 2).map(({ icon }) => icon)).toEqual([null, null])
    expect(found[1]!.name!.length).toBeLessThan(100)
    const endless = { btc_providers: Array.from({ length: 5_000 }, (_, index) => ({ id: `w${index}`, name: 'Many' })) }
    Object.assign(
      endless,
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`w${index}`, { request: async () => null }])),
    )
    expect(createNonEthereumWalletReader().read([], endless).length).toBeLessThanOrEqual(16)
  })

  describe('registered by the standard’s own library', () => {
    beforeEach(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { console })))
    afterEach(() => void vi.unstubAllGlobals())

    test.each(['before', 'after'])('%s the page looks for them', async (when) => {
      const page = globalThis.window as unknown as EventTarget
      const { wallet } = createSolanaTestWallet({ name: 'Sun' })
      if (when === 'before') registerWallet(wallet)
      const discovery = discoverWallets({
        target: page,
        ethereum: () => undefined,
        window: {},
        after: () => () => {},
      })
      discovery.acceptNamespaces(['solana'])
      if (when === 'after') registerWallet(wallet)
      await vi.waitFor(() => expect(discovery.getSnapshot().wallets.map(({ name }) => name)).toEqual(['Sun']))
    })
  })
})
