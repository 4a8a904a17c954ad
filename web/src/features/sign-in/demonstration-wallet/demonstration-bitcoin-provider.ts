// Demonstration Bitcoin provider (JSON-RPC 2.0): sats-connect's `getAddresses` and `signMessage`.
import { createDemonstrationWalletAccount, DemonstrationWalletError } from './demonstration-wallet-account.ts'
import type { DemonstrationWalletAccountOptions } from './demonstration-wallet-account.ts'
import type { DemonstrationBitcoinKey } from './load-or-create-demonstration-bitcoin-key.ts'

type JsonRpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: string; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: string; readonly error: { code: number; message: string } }

/** Maps EIP-1193 and EIP-1474 codes to sats-connect's RpcErrorCode. */
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
