// A wallet whose answers the person enters. As an EIP-1193 provider, it is used like other wallets.
import type { Eip1193Provider } from '../wallet/eip1193-provider.ts'

export interface ManualWallet {
  readonly provider: Eip1193Provider
  /** The last entered address, or an empty text. */
  readonly getAddress: () => string
  /** @param chain as wallets report it; null if the address does not determine it */
  readonly enterAddress: (address: string, chain: string | null) => void
  readonly enterSignature: (signature: string) => void
}

export function createManualWallet(): ManualWallet {
  let account: { readonly address: string; readonly chain: string | null } | null = null
  let connect = (_accounts: readonly string[]): void => undefined
  let sign = (_signature: string): void => undefined
  return {
    provider: {
      async request({ method, params = [] }) {
        switch (method) {
          case 'eth_requestAccounts':
            return new Promise((resolve) => (connect = resolve))
          case 'personal_sign':
            return new Promise((resolve) => (sign = resolve))
          case 'eth_accounts':
            return account === null ? [] : [account.address]
          case 'eth_chainId':
            return account?.chain ?? null
          case 'wallet_switchEthereumChain':
            // The next message names the chain on which the server found the contract.
            account = account && { ...account, chain: getRequestedChain(params[0]) }
            return null
          case 'eth_getCode':
            // The page cannot read chains, so the account counts as a key. The server also tries contracts.
            return '0x'
        }
        // EIP-1193 §Provider Errors, "unsupported method".
        throw Object.assign(new Error('unsupported'), { code: 4200 })
      },
    },
    getAddress: () => account?.address ?? '',
    enterAddress(address, chain) {
      account = { address, chain }
      connect([address])
    },
    enterSignature: (signature) => sign(signature),
  }
}

/** EIP-3326 §Parameters. */
const getRequestedChain = (parameter: unknown): string => (parameter as { chainId: string }).chainId
