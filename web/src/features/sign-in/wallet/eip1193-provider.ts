// What a wallet looks like from the page: the part of EIP-1193 that signing in needs, and nothing of any one wallet.
import {
  normalizeWalletAddress,
  isWalletAddressLike,
  hasEthereumAddressPrefix,
} from '../../../ui/wallet-address-format.ts'

/** A wallet's provider (EIP-1193). Events are optional, because some wallets have none. */
export interface Eip1193Provider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Asks the wallet; null where it fails, or takes too long. */
export type WalletRpcRequester = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** Whether a value that a page script handed over can be asked anything at all. */
export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

/**
 * The addresses in a wallet's answer to `eth_accounts` or `eth_requestAccounts`, in the wallet's order, those of Ethereum in lower case.
 * Whatever is not an address is left out: an answer of another shape is an answer without accounts.
 */
export function parseWalletAccountsResponse(answer: unknown): readonly string[] {
  if (!Array.isArray(answer)) return []
  return answer
    .filter((entry): entry is string => typeof entry === 'string' && isWalletAddressLike(entry))
    .map(normalizeWalletAddress)
}

/**
 * Of the accounts that a wallet shares, the one to go on with. A wallet of Ethereum is on one of them, the first; those of other families share
 * several at once and sign with any, so that the first that is wanted is taken.
 */
export function chooseWalletAccount(
  accounts: readonly string[],
  isWanted: (address: string) => boolean,
): string | undefined {
  const [first] = accounts
  return first !== undefined && hasEthereumAddressPrefix(first) ? first : (accounts.find(isWanted) ?? first)
}

/**
 * The chain id in a wallet's answer to `eth_chainId`, as the decimal number that ERC-4361 writes; null where the answer
 * holds none. Some wallets answer a number or a decimal text instead of hexadecimal digits; those of other families name theirs
 * (chain-families/adapt-non-ethereum-wallet-to-eip1193.ts).
 */
export function parseChainId(answer: unknown): string | null {
  if (typeof answer === 'number') return Number.isSafeInteger(answer) && answer > 0 ? String(answer) : null
  if (typeof answer === 'string' && /^(?:solana|bip122:[a-z]+)$/.test(answer)) return answer
  if (typeof answer !== 'string' || !/^(0x[0-9a-f]{1,16}|[1-9][0-9]{0,19})$/i.test(answer)) return null
  const chainId = BigInt(answer)
  return chainId > 0n ? chainId.toString() : null
}

/** The bytes of a text as EIP-1474 §Data writes them: wallets take "0x…" for bytes, so that no text is misread as such. */
export function encodeHexText(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
