// Adapts wallets of other chain families to EIP-1193, so that all wallets are used in the same way.
import type { Eip1193Provider } from '../eip1193-provider.ts'

export interface NonEthereumWalletAdapter {
  connect(): Promise<readonly string[]>
  /** Opens no wallet window. */
  getSharedAccounts(): Promise<readonly string[]>
  /** CAIP-2 namespace, followed by the network for Bitcoin: `solana`, `bip122:mainnet`. */
  getChain(): string
  sign(text: string, address: string): Promise<string>
  /** Connects and signs with one prompt. Absent if the wallet does not support this. */
  signIn?(fields: Readonly<Record<string, unknown>>): Promise<{ address: string; text: string; signature: string }>
  onChange?(tell: (accounts: readonly string[]) => void): void
}

export function adaptNonEthereumWalletToEip1193(port: NonEthereumWalletAdapter): Eip1193Provider {
  const listeners = new Set<(value: unknown) => void>()
  try {
    port.onChange?.((accounts) => listeners.forEach((listen) => listen(accounts)))
  } catch {
    // Requests still work without events.
  }
  return {
    async request({ method, params = [] }) {
      switch (method) {
        case 'eth_requestAccounts':
          return port.connect()
        case 'eth_accounts':
          return port.getSharedAccounts()
        case 'eth_chainId':
          return port.getChain()
        case 'personal_sign':
          return port.sign(decodeHexText(String(params[0])), String(params[1]))
        case 'wallet_connect':
          if (port.signIn) return toConnectResult(await port.signIn(getSignInFields(params[0])))
      }
      // EIP-1193 §Provider Errors, "unsupported method".
      throw Object.assign(new Error('unsupported'), { code: 4200 })
    },
    on: (event, listener) => event === 'accountsChanged' && listeners.add(listener),
    removeListener: (_, listener) => listeners.delete(listener),
  }
}

function decodeHexText(hexadecimal: string): string {
  return new TextDecoder().decode(
    Uint8Array.from(hexadecimal.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16)),
  )
}

/** Capability of the request in ERC-7846. */
function getSignInFields(asked: unknown): Readonly<Record<string, unknown>> {
  return (asked as { capabilities: { signInWithEthereum: Record<string, unknown> } }).capabilities.signInWithEthereum
}

const toConnectResult = ({ address, text, signature }: { address: string; text: string; signature: string }) => ({
  accounts: [{ address, capabilities: { signInWithEthereum: { message: text, signature } } }],
})
