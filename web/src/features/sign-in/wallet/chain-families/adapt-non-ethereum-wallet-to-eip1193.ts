// A wallet of another chain family, in the shape of an EIP-1193 provider, so that everything that asks a wallet asks it as any other. What a
// family's wallets can do is its port; the names of the methods are those that the page knows.
import type { Eip1193Provider } from '../eip1193-provider.ts'

/** What a wallet of another chain family can be asked. */
export interface NonEthereumWalletAdapter {
  /** Asks the person to share accounts: addresses, the one to use first. */
  connect(): Promise<readonly string[]>
  /** The accounts that are shared already; opens no window. */
  getSharedAccounts(): Promise<readonly string[]>
  /** The CAIP-2 namespace, for Bitcoin with the network of the account: `solana`, `bip122:mainnet`. */
  getChain(): string
  /** Signs exactly this text. */
  sign(text: string, address: string): Promise<string>
  /** Connects and signs in with one window; absent where the wallet cannot. */
  signIn?(fields: Readonly<Record<string, unknown>>): Promise<{ address: string; text: string; signature: string }>
  /** Calls back with the accounts whenever they change. */
  onChange?(tell: (accounts: readonly string[]) => void): void
}

/** The provider that the page asks. */
export function adaptNonEthereumWalletToEip1193(port: NonEthereumWalletAdapter): Eip1193Provider {
  const listeners = new Set<(value: unknown) => void>()
  try {
    port.onChange?.((accounts) => listeners.forEach((listen) => listen(accounts)))
  } catch {
    // One that cannot be listened to in this way can still be asked.
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
  // "0x" is no pair of digits.
  return new TextDecoder().decode(
    Uint8Array.from(hexadecimal.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16)),
  )
}

/** ERC-7846: the capability that is asked for, and what is granted. */
function getSignInFields(asked: unknown): Readonly<Record<string, unknown>> {
  return (asked as { capabilities: { signInWithEthereum: Record<string, unknown> } }).capabilities.signInWithEthereum
}

const toConnectResult = ({ address, text, signature }: { address: string; text: string; signature: string }) => ({
  accounts: [{ address, capabilities: { signInWithEthereum: { message: text, signature } } }],
})
