import type { Eip1193Provider } from './eip1193-provider.ts'
import { parseWalletAccountsResponse } from './eip1193-provider.ts'
import type { WalletProofDependencies } from './wallet-proof-dependencies.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'

type FindProvider = WalletProofDependencies['findProvider']

/** Synchronous, to stay within the click. A synchronous throw becomes a rejection. */
export function sendWalletRpcRequest(
  findProvider: FindProvider,
  walletId: string,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  const provider = findProvider(walletId)
  if (!provider) return Promise.reject(new Error('disconnected'))
  try {
    return Promise.resolve(provider.request(params ? { method, params } : { method }))
  } catch (thrown) {
    return Promise.reject(thrown)
  }
}

/** @returns null on failure or timeout */
export const sendWalletRpcRequestWithTimeout = (
  { findProvider, after }: Pick<WalletProofDependencies, 'findProvider' | 'after'>,
  walletId: string,
  milliseconds: number,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> =>
  new Promise((resolve) => {
    const cancel = after(milliseconds, () => resolve(null))
    const answer = (value: unknown) => {
      cancel()
      resolve(value)
    }
    sendWalletRpcRequest(findProvider, walletId, method, params).then(answer, () => answer(null))
  })

/** @returns a function that stops watching, or null if the wallet is unknown */
export function watchWalletEvents(
  findProvider: FindProvider,
  walletId: string,
  send: (event: WalletProofEvent) => void,
): (() => void) | null {
  const provider = findProvider(walletId)
  if (!provider) return null
  const tell = (accounts: unknown) =>
    Array.isArray(accounts) &&
    send({ type: 'accounts-changed', walletId, accounts: parseWalletAccountsResponse(accounts) })
  // Some wallets report a change without the accounts.
  const hearAccounts = (accounts: unknown) =>
    void (Array.isArray(accounts)
      ? tell(accounts)
      : sendWalletRpcRequest(findProvider, walletId, 'eth_accounts').then(tell, String))
  const hearEnd = () => send({ type: 'wallet-disconnected', walletId })
  addProviderListener(provider, 'accountsChanged', hearAccounts)
  addProviderListener(provider, 'disconnect', hearEnd)
  return () => {
    removeProviderListener(provider, 'accountsChanged', hearAccounts)
    removeProviderListener(provider, 'disconnect', hearEnd)
  }
}

type Listener = (value: unknown) => void

/** Some wallets throw here but still handle requests. */
function addProviderListener(provider: Eip1193Provider, event: string, listener: Listener): void {
  try {
    provider.on?.(event, listener)
  } catch {
    return
  }
}

function removeProviderListener(provider: Eip1193Provider, event: string, listener: Listener): void {
  try {
    provider.removeListener?.(event, listener)
  } catch {
    return
  }
}
