// sats-connect's JSON-RPC, which Leather and the wallets in the provider list (WBIP004) use.
import { getBitcoinChain } from '../get-bitcoin-chain.ts'
import { readUntrustedProperty } from '../read-untrusted-property.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { parseBitcoinAddresses } from './bitcoin-addresses.ts'
import { requestBitcoinSignature } from './request-bitcoin-signature.ts'
import type { EcdsaPreference } from './request-bitcoin-signature.ts'

type SatsConnectListener = (event: unknown) => unknown

interface SatsConnectProvider {
  request(method: string, params?: unknown): Promise<unknown>
  /** Older releases take the event name and the listener separately. */
  addListener?(event: string | { eventName: string; cb: SatsConnectListener }, listener?: SatsConnectListener): unknown
}

export const isSatsConnectProvider = (provider: unknown): provider is SatsConnectProvider =>
  typeof readUntrustedProperty(provider, 'request') === 'function'

const purposes = ['payment', 'ordinals']

/** Leather names the signature type differently; each ignores the other's name. */
export function createSatsConnectAdapter(
  provider: SatsConnectProvider,
  preference: EcdsaPreference,
): NonEthereumWalletAdapter {
  let addresses: readonly string[] = []
  const keep = (answer: unknown) =>
    (addresses = parseBitcoinAddresses(readUntrustedProperty(answer, 'addresses') ?? answer))
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    const answer = await provider.request(method, params)
    const error = readUntrustedProperty(answer, 'error')
    if (error !== undefined && error !== null) throw error
    return readUntrustedProperty(answer, 'result') ?? answer
  }
  /** Opens no window, because it asks only for accounts that are already shared. */
  const readSharedAccounts = () =>
    unlessRefused(
      rpcCodes.accessDenied,
      () =>
        unlessRefused(
          rpcCodes.methodNotFound,
          () => ask('wallet_getAccount'),
          async () => (addresses.length > 0 ? ask('getAddresses', { purposes }) : []),
        ),
      async () => [],
    )
  return {
    connect: () =>
      withEip1193Errors(async () =>
        keep(
          // Leather prompts on the first request, Xverse on the second, or in old releases the third.
          await unlessRefused(
            rpcCodes.accessDenied,
            () => ask('getAddresses', { purposes }),
            () =>
              unlessRefused(
                rpcCodes.methodNotFound,
                () => ask('wallet_connect', { addresses: purposes }),
                () => ask('getAccounts', { purposes }),
              ),
          ),
        ),
      ),
    onChange(tell) {
      let latest = 0
      const hear = async (event: unknown) => {
        const current = (latest += 1)
        const reported = readUntrustedProperty(event, 'addresses')
        // Most events only say that something changed.
        const accounts = Array.isArray(reported) ? reported : await readSharedAccounts()
        if (current === latest) tell(keep(accounts))
      }
      const hearChange = (event: unknown) => void hear(event).catch(() => {})
      const hearDisconnect = () => hearChange({ addresses: [] })
      // Some wallets do not report changes. Those changes are noticed at the next request.
      addSatsConnectListener(provider, 'accountChange', hearChange)
      addSatsConnectListener(provider, 'networkChange', hearChange)
      addSatsConnectListener(provider, 'disconnect', hearDisconnect)
    },
    getSharedAccounts: async () => addresses,
    getChain: () => getBitcoinChain(addresses[0]),
    sign: (text, address) =>
      requestBitcoinSignature(
        address,
        async (type) => {
          const answer = await withEip1193Errors(() =>
            ask('signMessage', {
              address,
              message: text,
              protocol: type === 'ecdsa' ? 'ECDSA' : 'BIP322',
              paymentType: /^(?:bc|tb|bcrt)1p/.test(address) ? 'p2tr' : 'p2wpkh',
            }),
          )
          return readUntrustedProperty(answer, 'signature')
        },
        preference,
      ),
  }
}

function addSatsConnectListener(provider: SatsConnectProvider, eventName: string, cb: SatsConnectListener): void {
  if (provider.addListener?.length === 2) provider.addListener(eventName, cb)
  else provider.addListener?.({ eventName, cb })
}

/** sats-connect codes (RpcErrorCode): no access to accounts; unknown method (JSON-RPC 2.0 §5.1). */
const rpcCodes = { accessDenied: -32002, methodNotFound: -32601 }

async function unlessRefused(
  code: number,
  first: () => Promise<unknown>,
  next: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await first()
  } catch (thrown) {
    if (readUntrustedProperty(unwrapError(thrown), 'code') !== code) throw thrown
    return next()
  }
}

/** sats-connect (RpcErrorCode) and EIP-1193 use the same numbers for different errors. */
const eip1193CodesByRpcCode: ReadonlyMap<unknown, number> = new Map([
  [-32000, 4001],
  [-32001, 4200],
  [-32002, 4100],
])

/** Some wallets throw the whole response. */
const unwrapError = (thrown: unknown): unknown => readUntrustedProperty(thrown, 'error') ?? thrown

async function withEip1193Errors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (thrown) {
    throw toEip1193Error(unwrapError(thrown))
  }
}

function toEip1193Error(error: unknown): unknown {
  const code = eip1193CodesByRpcCode.get(readUntrustedProperty(error, 'code'))
  return code === undefined ? error : { code, message: readUntrustedProperty(error, 'message') }
}
