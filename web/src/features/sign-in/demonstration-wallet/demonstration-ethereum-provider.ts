// Ethereum provider of the demonstration wallet (EIP-1193): the methods that sign-in needs.
import { createDemonstrationWalletAccount, DemonstrationWalletError } from './demonstration-wallet-account.ts'
import type { DemonstrationWalletAccountOptions } from './demonstration-wallet-account.ts'
import type { DemonstrationWalletKey } from './load-or-create-demonstration-ethereum-key.ts'

export interface DemonstrationEthereumProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): DemonstrationEthereumProvider
  removeListener(event: string, listener: (value: unknown) => void): DemonstrationEthereumProvider
}

/** Mainnet. The wallet never sends a transaction there. */
const chainId = '0x1'

/** Shares no account without consent. */
export function createDemonstrationEthereumProvider(
  parts: Omit<DemonstrationWalletAccountOptions<DemonstrationWalletKey<string>>, 'namespace'>,
): DemonstrationEthereumProvider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const account = createDemonstrationWalletAccount<string, DemonstrationWalletKey<string>>({
    ...parts,
    namespace: 'eip155',
  })

  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const accounts = () => {
    const key = account.shared()
    return key ? [key.address()] : []
  }

  const provider: DemonstrationEthereumProvider = {
    async request({ method, params }) {
      switch (method) {
        case 'eth_requestAccounts':
          return [(await account.connect()).address()]
        case 'eth_accounts':
          return accounts()
        case 'eth_chainId':
          return chainId
        case 'personal_sign': {
          const [data, address] = Array.isArray(params) ? (params as unknown[]) : []
          if (accounts().length === 0)
            throw new DemonstrationWalletError(4100, 'This page has not been given that account.')
          return account.sign(decodeSignData(data), address)
        }
        case 'wallet_revokePermissions':
          if (account.disconnect()) emit('accountsChanged', [])
          return null
        default:
          throw new DemonstrationWalletError(4200, 'The demonstration wallet only signs in.')
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

/** Data is hexadecimal (EIP-1474 §Data), or plain text, which wallets also accept. */
function decodeSignData(data: unknown): Uint8Array {
  if (typeof data !== 'string') throw new DemonstrationWalletError(-32602, 'personal_sign needs the data to sign.')
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(data)) return new TextEncoder().encode(data)
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
