// The demonstration wallet as a page sees it (EIP-1193): the methods that signing in needs, asked of the person each
// time, and the standard's errors for everything else.
import type { Dialog } from './dialog.ts'
import type { DemonstrationKey } from './key.ts'

/** EIP-1193 §ProviderRpcError. */
export class ProviderError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface DemonstrationProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): DemonstrationProvider
  removeListener(event: string, listener: (value: unknown) => void): DemonstrationProvider
}

/** What is loaded when it is first needed. */
export interface DemonstrationParts {
  readonly loadKey: () => Promise<DemonstrationKey>
  readonly loadDialog: () => Promise<Dialog>
}

/** Ethereum's main network; nothing is ever sent there. */
const chainId = '0x1'

const declined = () => new ProviderError(4001, 'The person declined the request.')
const unauthorized = () => new ProviderError(4100, 'This page has not been given that account.')

/** Makes the provider. It shares no account before the person has agreed to it on this page. */
export function createDemonstrationProvider(parts: DemonstrationParts): DemonstrationProvider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let key: DemonstrationKey | null = null
  let isConnected = false
  let isAsking = false

  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const accounts = () => (isConnected && key ? [key.address()] : [])

  /** One dialog at a time: EIP-1474 §Error codes, "resource unavailable", as wallets answer it. */
  const whileAsking = async <Answer>(ask: (dialog: Dialog) => Promise<Answer>): Promise<Answer> => {
    if (isAsking) throw new ProviderError(-32002, 'A request is already open in the demonstration wallet.')
    isAsking = true
    try {
      return await ask(await parts.loadDialog())
    } finally {
      isAsking = false
    }
  }

  const connect = () =>
    whileAsking(async (dialog) => {
      const own = (key ??= await parts.loadKey())
      for (;;) {
        const answer = await dialog.askToConnect(own.address())
        if (answer === 'declined') throw declined()
        if (answer === 'approved') break
        own.renew()
      }
      isConnected = true
      return accounts()
    })

  const sign = (params: unknown) =>
    whileAsking(async (dialog) => {
      const [data, address] = Array.isArray(params) ? (params as unknown[]) : []
      const own = key
      if (!own || !isConnected || typeof address !== 'string' || address.toLowerCase() !== own.address().toLowerCase())
        throw unauthorized()
      const message = readBytes(data)
      if ((await dialog.askToSign(own.address(), writeText(message))) !== 'approved') throw declined()
      return own.sign(message)
    })

  const disconnect = () => {
    if (isConnected) {
      isConnected = false
      emit('accountsChanged', [])
    }
    return null
  }

  const provider: DemonstrationProvider = {
    async request({ method, params }) {
      switch (method) {
        case 'eth_requestAccounts':
          return isConnected ? accounts() : connect()
        case 'eth_accounts':
          return accounts()
        case 'eth_chainId':
          return chainId
        case 'personal_sign':
          return sign(params)
        case 'wallet_revokePermissions':
          return disconnect()
        default:
          throw new ProviderError(4200, 'The demonstration wallet only signs in.')
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return provider
}

/** The bytes to sign: hexadecimal data (EIP-1474 §Data), or a text as it stands, as wallets also take it. */
function readBytes(data: unknown): Uint8Array {
  if (typeof data !== 'string') throw new ProviderError(-32602, 'personal_sign needs the data to sign.')
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(data)) return new TextEncoder().encode(data)
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** What the bytes say; bytes that are no text are shown as digits, never as something that looks like text. */
function writeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}
