// The provider of the fake wallet (EIP-1193). Its functions must not use anything outside this
// file, because their source is injected into pages.

import type { FakeEthereumWalletBehavior } from './fake-ethereum-wallet-behavior.ts'

export interface FakeEthereumProvider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
  removeListener(event: string, listener: (value: unknown) => void): void
  readonly methods: string[]
  readonly texts: string[]
  play(behavior: FakeEthereumWalletBehavior): void
  /** Acts as the user, who unlocks the wallet or approves the open request. */
  approve(): void
  switchAccount(): void
}

export interface FakeEthereumProviderOptions {
  readonly behavior: FakeEthereumWalletBehavior
  /** Checksummed. */
  readonly address: string
  readonly otherAddress: string
  /** Hexadecimal, in the form that `eth_chainId` returns. */
  readonly chainId: string
  readonly slowMilliseconds: number
  readonly sign: (address: string, text: string, form: 'canonical' | 'high-s') => Promise<string>
  /** Calls the chain of the wallet; absent if the wallet does not forward calls. */
  readonly callChain?: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/** EIP-1193, §ProviderRpcError. */
function createWalletError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

/** Returns the error with which connecting fails, or undefined if it succeeds. */
function findConnectionError(behavior: FakeEthereumWalletBehavior, timesAsked: number): unknown {
  if (behavior === 'declines-connect') return createWalletError(4001, 'User rejected the request.')
  if (behavior === 'locked') return createWalletError(-32603, 'The wallet is locked.')
  if (behavior === 'pending') return createWalletError(-32002, 'Already processing eth_requestAccounts. Please wait.')
  if (behavior === 'window-blocked') return new Error('Popup window was blocked')
  if (behavior === 'fails') return createWalletError(-32603, 'Unexpected error')
  return behavior === 'throws-oddly' && timesAsked === 1 ? 'User cancelled' : undefined
}

/** Returns the error with which signing fails, or undefined if it succeeds. */
function findSigningError(behavior: FakeEthereumWalletBehavior, timesAsked: number): unknown {
  if (behavior === 'declines-sign') return createWalletError(4001, 'User denied message signature.')
  if (behavior === 'throws-oddly')
    return { code: -32603, message: 'Internal error', data: { originalError: { error: { code: '4001' } } } }
  if (behavior === 'cannot-sign') return createWalletError(4200, 'The method is not supported.')
  const isBusy = behavior === 'pending-sign' && timesAsked <= 2
  return isBusy ? createWalletError(-32002, 'A request is already pending.') : undefined
}

function decodeHexText(data: string): string {
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

/** Writes a message (ERC-4361) from the given fields, as a wallet with ERC-7846 does. */
function writeSignInMessage(given: Record<string, string>, address: string, uri = given['uri']): string {
  const { scheme, domain, statement, version, nonce, issuedAt, expirationTime, requestId, ...fields } = given
  return [
    `${scheme ? `${scheme}://` : ''}${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${Number(fields['chainId'])}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
    ...(requestId ? [`Request ID: ${requestId}`] : []),
  ].join('\n')
}

/** Answers the capability `signInWithEthereum` of `wallet_connect` (ERC-7846). */
async function signInAtOnce(
  behavior: FakeEthereumWalletBehavior,
  fields: Record<string, string>,
  address: string,
  sign: FakeEthereumProviderOptions['sign'],
): Promise<object> {
  if (behavior === 'at-once-halfway') return { code: 4200, message: 'Not now.' }
  const isOwnMessage = behavior === 'at-once-own-message'
  const message = writeSignInMessage(fields, address, isOwnMessage ? 'https://elsewhere.example' : undefined)
  return { message, signature: await sign(address, message, 'canonical') }
}

/** EIP-1193. */
function createEventEmitter() {
  const listeners: [string, (value: unknown) => void][] = []
  return {
    emit(event: string, value: unknown): void {
      const hearers = listeners.filter(([name]) => name === event)
      for (const [, listener] of hearers) listener(value)
    },
    on(event: string, listener: (value: unknown) => void): void {
      listeners.push([event, listener])
    },
    removeListener(event: string, listener: (value: unknown) => void): void {
      const place = listeners.findIndex(([name, known]) => name === event && known === listener)
      if (place >= 0) listeners.splice(place, 1)
    },
  }
}

interface EthereumWalletState {
  behavior: FakeEthereumWalletBehavior
  current: string
  isConnected: boolean
  readonly texts: string[]
  readonly emit: (event: string, value: unknown) => void
}

function wait(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function neverSettle(): Promise<never> {
  return new Promise(() => {})
}

function listSharedAddresses({ behavior, current }: EthereumWalletState): string[] {
  return behavior === 'lower-case-address' ? [current.toLowerCase()] : [current]
}

async function signPersonalMessage(
  wallet: EthereumWalletState,
  { address, otherAddress, slowMilliseconds, sign }: FakeEthereumProviderOptions,
  params: readonly unknown[],
): Promise<string> {
  const [data, signer] = params
  const text = decodeHexText(String(data))
  wallet.texts.push(text)
  if (String(signer).toLowerCase() !== wallet.current.toLowerCase()) {
    throw createWalletError(4100, 'The requested account has not been authorized by the user.')
  }
  const error = findSigningError(wallet.behavior, wallet.texts.length)
  if (error !== undefined) throw error
  switch (wallet.behavior) {
    case 'never-signs':
      return neverSettle()
    case 'disconnects':
      wallet.isConnected = false
      wallet.emit('disconnect', createWalletError(4900, 'Disconnected.'))
      throw createWalletError(4900, 'Disconnected.')
    case 'slow':
      await wait(slowMilliseconds)
      break
    case 'switches-address-midway':
      wallet.behavior = 'good'
      wallet.current = otherAddress
      wallet.emit('accountsChanged', listSharedAddresses(wallet))
      await wait(slowMilliseconds)
      return sign(address, text, 'canonical')
    case 'switches-silently':
      wallet.behavior = 'good'
      wallet.current = otherAddress
      return sign(otherAddress, text, 'canonical')
    case 'wrong-signer':
      return sign(otherAddress, text, 'canonical')
    case 'high-s':
      return sign(wallet.current, text, 'high-s')
    default:
      break
  }
  return sign(wallet.current, text, 'canonical')
}

export function createFakeEthereumProvider(options: FakeEthereumProviderOptions): FakeEthereumProvider {
  const { address, otherAddress, chainId, slowMilliseconds, sign } = options
  const { emit, on, removeListener } = createEventEmitter()
  const methods: string[] = []
  const texts: string[] = []
  const wallet: EthereumWalletState = { behavior: options.behavior, current: address, isConnected: false, texts, emit }
  let timesAsked = 0

  const accounts = () => listSharedAddresses(wallet)

  const connect = async () => {
    timesAsked += 1
    if (wallet.behavior === 'never-answers') await neverSettle()
    if (wallet.behavior === 'slow') await wait(slowMilliseconds)
    const error = findConnectionError(wallet.behavior, timesAsked)
    if (error !== undefined) throw error
    if (wallet.behavior === 'no-account') return []
    wallet.isConnected = true
    return accounts()
  }

  /** ERC-7846. */
  const connectAtOnce = async (params: readonly unknown[]) => {
    if (wallet.behavior === 'silent-of-unknown') return neverSettle()
    if (wallet.behavior === 'at-once-declines') throw createWalletError(4001, 'User rejected the request.')
    if (!wallet.behavior.startsWith('at-once'))
      throw createWalletError(4200, 'The method wallet_connect is not supported.')
    wallet.isConnected = true
    const [asked] = params as [{ capabilities: { signInWithEthereum: Record<string, string> } }]
    const { signInWithEthereum: fields } = asked.capabilities
    const signInWithEthereum = await signInAtOnce(wallet.behavior, fields, wallet.current, sign)
    return { accounts: [{ address: wallet.current, capabilities: { signInWithEthereum } }] }
  }

  let selectedChainId = chainId

  const tellChain = () => {
    if (wallet.behavior === 'never-tells-chain') return neverSettle()
    return Promise.resolve(wallet.behavior === 'other-chain' ? '0x539' : selectedChainId)
  }

  /** EIP-3326. The chain of the wallet decides whether it can switch. */
  const switchChain = async (params: readonly unknown[]) => {
    await options.callChain?.('wallet_switchEthereumChain', params)
    const [wanted] = params as [{ chainId: string }]
    selectedChainId = wanted.chainId
    emit('chainChanged', selectedChainId)
    return null
  }

  return {
    methods,
    texts,
    async request({ method, params = [] }) {
      methods.push(method)
      if (method === 'eth_requestAccounts') return connect()
      if (method === 'wallet_connect') return connectAtOnce(params)
      if (method === 'eth_accounts') return wallet.isConnected ? accounts() : []
      if (method === 'eth_chainId') return tellChain()
      if (method === 'personal_sign') return signPersonalMessage(wallet, options, params)
      if (options.callChain && method === 'wallet_switchEthereumChain') return switchChain(params)
      if (options.callChain && (method === 'eth_getCode' || method === 'eth_call')) {
        return wallet.behavior === 'never-asks-chain' ? neverSettle() : options.callChain(method, params)
      }
      throw createWalletError(4200, `The method ${method} is not supported.`)
    },
    on,
    removeListener,
    play(next) {
      wallet.behavior = next
    },
    approve() {
      wallet.behavior = 'good'
      wallet.isConnected = true
      emit('accountsChanged', accounts())
    },
    switchAccount() {
      wallet.current = wallet.current === address ? otherAddress : address
      emit('accountsChanged', accounts())
    },
  }
}

/** A JavaScript expression that defines `createFakeEthereumProvider` and its helpers in a page. */
export const fakeEthereumProviderSource = `(() => {
${[
  createWalletError,
  findConnectionError,
  findSigningError,
  decodeHexText,
  writeSignInMessage,
  signInAtOnce,
  createEventEmitter,
  wait,
  neverSettle,
  listSharedAddresses,
  signPersonalMessage,
  createFakeEthereumProvider,
].join('\n')}
return createFakeEthereumProvider
})()`
