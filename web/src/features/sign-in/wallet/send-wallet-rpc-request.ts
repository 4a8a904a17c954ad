// Requests to a wallet, and the events that it reports.
import type { Eip1193Provider } from './eip1193-provider.ts'
import { parseWalletAccountsResponse } from './eip1193-provider.ts'
import type { WalletProofDependencies } from './wallet-proof-dependencies.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'

type FindProvider = WalletProofDependencies['findProvider']

/** Asks a wallet at once, within the same turn of the browser; what it throws right away counts as its answer. */
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

/** The answer of a wallet, or null where it fails or takes longer than the time given. */
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

/**
 * Reports when a wallet changes its accounts or disconnects.
 * @returns the function that ends it; null where there is no such wallet
 */
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
  // Some wallets say that something has changed, and not what; one that does not answer then has said nothing.
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

/** Listens where the wallet lets itself be listened to; one that throws here can still be asked. */
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
