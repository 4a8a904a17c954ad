// The fake wallet's provider (EIP-1193). The one function here uses nothing from outside itself, because its source is
// also put into browser pages; fake-ethereum-wallet.ts gives it keys and names.

/** What a fake wallet does when it is asked. Everything that is not named is done as a good wallet does it. */
export type EthereumWalletBehavior =
  | 'good'
  /** Answers after a while. */
  | 'slow'
  | 'never-answers'
  | 'never-signs'
  | 'never-tells-chain'
  /** Never answers what is asked of its chain. */
  | 'never-asks-chain'
  | 'other-chain'
  | 'lower-case-address'
  | 'declines-connect'
  | 'declines-sign'
  /** Locked, or busy with an older request (−32002), until `approve()`. */
  | 'locked'
  | 'pending'
  /** Busy (−32002) the first two times that it is asked to sign. */
  | 'pending-sign'
  | 'no-account'
  /** Changes to the other account when it is asked to sign, and signs the old message all the same, late. */
  | 'switches-address-midway'
  /** Signs with the other account: says so when asked which one it is on, or does not. */
  | 'switches-silently'
  | 'wrong-signer'
  | 'high-s'
  /** Declines first with a bare text, then, when signing, inside an error in an error. */
  | 'throws-oddly'
  /** Fails with words that say nothing. */
  | 'fails'
  | 'cannot-sign'
  | 'disconnects'
  | 'window-blocked'
  /** Connects and signs in at once (ERC-7846): does so, only connects, writes a message of its own, or has its person say no. */
  | 'at-once'
  | 'at-once-halfway'
  | 'at-once-own-message'
  | 'at-once-declines'
  /** Never answers what it does not know. */
  | 'silent-of-unknown'
  /** These four differ in how they announce themselves. */
  | 'announces-twice'
  | 'announces-late'
  | 'evil-icon'
  | 'impostor'

/** A wallet that plays a behavior, with what a test needs to look at it and to go on. */
export interface FakeEthereumProvider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
  removeListener(event: string, listener: (value: unknown) => void): void
  /** Every method asked for so far, in order. */
  readonly methods: string[]
  /** The texts that it was asked to sign. */
  readonly texts: string[]
  /** From now on plays another behavior. */
  play(behavior: EthereumWalletBehavior): void
  /** The person unlocks it, or answers its open request: it shares its account. */
  approve(): void
  /** The person changes to the other account, or back. */
  switchAccount(): void
}

export interface FakeEthereumProviderOptions {
  readonly behavior: EthereumWalletBehavior
  /** In checksum form. */
  readonly address: string
  readonly otherAddress: string
  /** In hexadecimal, as `eth_chainId` answers. */
  readonly chainId: string
  readonly slowMilliseconds: number
  readonly sign: (address: string, text: string, form: 'canonical' | 'high-s') => Promise<string>
  /** Asks the chain that the wallet is on; nothing for a wallet that passes no such questions on. */
  readonly callChain?: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/** Makes the provider of a fake wallet. */
export function createFakeEthereumProvider(options: FakeEthereumProviderOptions): FakeEthereumProvider {
  const { address, otherAddress, chainId, slowMilliseconds, sign } = options
  const listeners: [string, (value: unknown) => void][] = []
  const methods: string[] = []
  const texts: string[] = []
  let behavior = options.behavior
  let current = address
  let isConnected = false
  let timesAsked = 0

  const emit = (event: string, value: unknown) => {
    const hearers = listeners.filter(([name]) => name === event)
    for (const [, listener] of hearers) listener(value)
  }
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const never = () => new Promise<never>(() => {})
  const refuse = (code: number, message: string) => Object.assign(new Error(message), { code })
  const accounts = () => (behavior === 'lower-case-address' ? [current.toLowerCase()] : [current])

  const connect = async () => {
    timesAsked += 1
    if (behavior === 'never-answers') await never()
    if (behavior === 'slow') await wait(slowMilliseconds)
    if (behavior === 'declines-connect') throw refuse(4001, 'User rejected the request.')
    if (behavior === 'locked') throw refuse(-32603, 'The wallet is locked.')
    if (behavior === 'pending') throw refuse(-32002, 'Already processing eth_requestAccounts. Please wait.')
    if (behavior === 'window-blocked') throw new Error('Popup window was blocked')
    if (behavior === 'fails') throw refuse(-32603, 'Unexpected error')
    if (behavior === 'throws-oddly' && timesAsked === 1) throw 'User cancelled'
    if (behavior === 'no-account') return []
    isConnected = true
    return accounts()
  }

  const personalSign = async (params: readonly unknown[]) => {
    const [data, signer] = params
    const bytes = Uint8Array.from(String(data).slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    const text = new TextDecoder().decode(bytes)
    texts.push(text)
    if (String(signer).toLowerCase() !== current.toLowerCase()) {
      throw refuse(4100, 'The requested account has not been authorized by the user.')
    }
    switch (behavior) {
      case 'declines-sign':
        throw refuse(4001, 'User denied message signature.')
      case 'throws-oddly':
        throw { code: -32603, message: 'Internal error', data: { originalError: { error: { code: '4001' } } } }
      case 'cannot-sign':
        throw refuse(4200, 'The method is not supported.')
      case 'pending-sign':
        if (texts.length <= 2) throw refuse(-32002, 'A request is already pending.')
        break
      case 'never-signs':
        return never()
      case 'disconnects':
        isConnected = false
        emit('disconnect', refuse(4900, 'Disconnected.'))
        throw refuse(4900, 'Disconnected.')
      case 'slow':
        await wait(slowMilliseconds)
        break
      case 'switches-address-midway':
        behavior = 'good'
        current = otherAddress
        emit('accountsChanged', accounts())
        await wait(slowMilliseconds)
        return sign(address, text, 'canonical')
      case 'switches-silently':
        behavior = 'good'
        current = otherAddress
        return sign(otherAddress, text, 'canonical')
      case 'wrong-signer':
        return sign(otherAddress, text, 'canonical')
      case 'high-s':
        return sign(current, text, 'high-s')
      default:
        break
    }
    return sign(current, text, 'canonical')
  }

  /** ERC-7846: it writes the message itself (ERC-4361), out of the fields that it is given. */
  const connectAtOnce = async (params: readonly unknown[]) => {
    if (behavior === 'silent-of-unknown') return never()
    if (behavior === 'at-once-declines') throw refuse(4001, 'User rejected the request.')
    if (!behavior.startsWith('at-once')) throw refuse(4200, 'The method wallet_connect is not supported.')
    isConnected = true
    const [asked] = params as [{ capabilities: { signInWithEthereum: Record<string, string> } }]
    const { scheme, domain, statement, uri, version, nonce, issuedAt, expirationTime, requestId, ...fields } =
      asked.capabilities.signInWithEthereum
    const text = [
      `${scheme ? `${scheme}://` : ''}${domain} wants you to sign in with your Ethereum account:`,
      current,
      '',
      statement,
      '',
      `URI: ${behavior === 'at-once-own-message' ? 'https://elsewhere.example' : uri}`,
      `Version: ${version}`,
      `Chain ID: ${Number(fields['chainId'])}`,
      `Nonce: ${nonce}`,
      `Issued At: ${issuedAt}`,
      `Expiration Time: ${expirationTime}`,
      ...(requestId ? [`Request ID: ${requestId}`] : []),
    ].join('\n')
    const isGranted = behavior !== 'at-once-halfway'
    const signInWithEthereum = isGranted
      ? { message: text, signature: await sign(current, text, 'canonical') }
      : { code: 4200, message: 'Not now.' }
    return { accounts: [{ address: current, capabilities: { signInWithEthereum } }] }
  }

  const tellChain = () => {
    if (behavior === 'never-tells-chain') return never()
    return Promise.resolve(behavior === 'other-chain' ? '0x539' : chainId)
  }

  return {
    methods,
    texts,
    async request({ method, params = [] }) {
      methods.push(method)
      if (method === 'eth_requestAccounts') return connect()
      if (method === 'wallet_connect') return connectAtOnce(params)
      if (method === 'eth_accounts') return isConnected ? accounts() : []
      if (method === 'eth_chainId') return tellChain()
      if (method === 'personal_sign') return personalSign(params)
      if (options.callChain && (method === 'eth_getCode' || method === 'eth_call')) {
        return behavior === 'never-asks-chain' ? never() : options.callChain(method, params)
      }
      throw refuse(4200, `The method ${method} is not supported.`)
    },
    on(event, listener) {
      listeners.push([event, listener])
    },
    removeListener(event, listener) {
      const place = listeners.findIndex(([name, known]) => name === event && known === listener)
      if (place >= 0) listeners.splice(place, 1)
    },
    play(next) {
      behavior = next
    },
    approve() {
      behavior = 'good'
      isConnected = true
      emit('accountsChanged', accounts())
    },
    switchAccount() {
      current = current === address ? otherAddress : address
      emit('accountsChanged', accounts())
    },
  }
}
