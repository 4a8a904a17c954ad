// The demonstration wallet's account of Bitcoin as a page sees it: what sats-connect asks a provider (`getAddresses`, `signMessage`), answered as
// JSON-RPC 2.0 with the errors of those wallets.
import { createDemonstrationWalletAccount, DemonstrationWalletError } from './demonstration-wallet-account.ts'
import type { DemonstrationWalletAccountOptions } from './demonstration-wallet-account.ts'
import type { DemonstrationBitcoinKey } from './load-or-create-demonstration-bitcoin-key.ts'

type JsonRpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: string; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: string; readonly error: { code: number; message: string } }

/** sats-connect's RpcErrorCode, in the place of EIP-1193's and EIP-1474's; for an open request it has none but that of any failure. */
const satsConnectErrorCodes: Readonly<Record<number, number>> = {
  4001: -32000,
  4100: -32002,
  4200: -32601,
  [-32002]: -32603,
}

export function createDemonstrationBitcoinProvider(
  parts: Omit<DemonstrationWalletAccountOptions<DemonstrationBitcoinKey>, 'namespace'>,
) {
  const account = createDemonstrationWalletAccount<string, DemonstrationBitcoinKey>({ ...parts, namespace: 'bip122' })

  const getAddresses = async () => {
    const key = await account.connect()
    const own = { address: key.address(), publicKey: key.publicKey(), addressType: 'p2wpkh', walletType: 'software' }
    return { addresses: [{ ...own, purpose: 'payment' }], network: { bitcoin: { name: 'Mainnet' } } }
  }

  const signMessage = async (params: unknown) => {
    const { address, message, protocol = 'BIP322' } = (params ?? {}) as Readonly<Record<string, unknown>>
    if (typeof message !== 'string' || !message.isWellFormed())
      throw new DemonstrationWalletError(-32602, 'signMessage needs the message to sign.')
    // BIP-137 and the signatures before it say nothing of an address of segregated witness.
    if (protocol !== 'BIP322')
      throw new DemonstrationWalletError(-32602, 'The demonstration wallet signs by BIP-322 only.')
    const signature = await account.sign(new TextEncoder().encode(message), address)
    return { signature, address, protocol }
  }

  return {
    async request(method: string, params?: unknown): Promise<JsonRpcResponse> {
      const answer = { jsonrpc: '2.0' as const, id: crypto.randomUUID() }
      try {
        if (method === 'getAddresses') return { ...answer, result: await getAddresses() }
        if (method === 'signMessage') return { ...answer, result: await signMessage(params) }
        throw new DemonstrationWalletError(4200, 'The demonstration wallet only signs in.')
      } catch (thrown) {
        if (!(thrown instanceof DemonstrationWalletError)) throw thrown
        const code = satsConnectErrorCodes[thrown.code] ?? thrown.code
        return { ...answer, error: { code, message: thrown.message } }
      }
    },
  }
}
