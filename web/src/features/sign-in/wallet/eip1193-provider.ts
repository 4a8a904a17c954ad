import {
  normalizeWalletAddress,
  isWalletAddressLike,
  hasEthereumAddressPrefix,
} from '../../../ui/wallet-address-format.ts'

/** Events are optional, because some EIP-1193 wallets have none. */
export interface Eip1193Provider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

export type WalletRpcRequester = (method: string, params?: readonly unknown[]) => Promise<unknown>

export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

/** Malformed entries are dropped. Ethereum addresses are converted to lower case. */
export function parseWalletAccountsResponse(answer: unknown): readonly string[] {
  if (!Array.isArray(answer)) return []
  return answer
    .filter((entry): entry is string => typeof entry === 'string' && isWalletAddressLike(entry))
    .map(normalizeWalletAddress)
}

/** Ethereum wallets use their first account, and others the first accepted one. */
export function chooseWalletAccount(
  accounts: readonly string[],
  isWanted: (address: string) => boolean,
): string | undefined {
  const [first] = accounts
  return first !== undefined && hasEthereumAddressPrefix(first) ? first : (accounts.find(isWanted) ?? first)
}

/** Decimal (ERC-4361), or null if invalid. Some wallets return numbers, decimal text or names. */
export function parseChainId(answer: unknown): string | null {
  if (typeof answer === 'number') return Number.isSafeInteger(answer) && answer > 0 ? String(answer) : null
  if (typeof answer === 'string' && /^(?:solana|bip122:[a-z]+)$/.test(answer)) return answer
  if (typeof answer !== 'string' || !/^(0x[0-9a-f]{1,16}|[1-9][0-9]{0,19})$/i.test(answer)) return null
  const chainId = BigInt(answer)
  return chainId > 0n ? chainId.toString() : null
}

/** EIP-3326 §Parameters. */
export const encodeChainId = (chainId: string): string => `0x${BigInt(chainId).toString(16)}`

/** EIP-1474 §Data: wallets decode "0x…" as bytes, so no text is misinterpreted. */
export function encodeHexText(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
