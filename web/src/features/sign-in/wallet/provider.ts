// What a wallet looks like from the page: the part of EIP-1193 that signing in needs, and nothing of any one wallet.
import { canonicalAddress, isLikeAddress, isOfEthereum } from '../../../ui/address-form.ts'

/** A wallet's provider (EIP-1193). Events are optional, because some wallets have none. */
export interface Provider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Asks the wallet; null where it fails, or takes too long. */
export type AskWallet = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** Whether a value that a page script handed over can be asked anything at all. */
export function isProvider(value: unknown): value is Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

/**
 * The addresses in a wallet's answer to `eth_accounts` or `eth_requestAccounts`, in the wallet's order, those of Ethereum in lower case.
 * Whatever is not an address is left out: an answer of another shape is an answer without accounts.
 */
export function readAccounts(answer: unknown): readonly string[] {
  if (!Array.isArray(answer)) return []
  return answer
    .filter((entry): entry is string => typeof entry === 'string' && isLikeAddress(entry))
    .map(canonicalAddress)
}

/**
 * Of the accounts that a wallet shares, the one to go on with. A wallet of Ethereum is on one of them, the first; those of other families share
 * several at once and sign with any, so that the first that is wanted is taken.
 */
export function accountOf(accounts: readonly string[], isWanted: (address: string) => boolean): string | undefined {
  const [first] = accounts
  return first !== undefined && isOfEthereum(first) ? first : (accounts.find(isWanted) ?? first)
}

/**
 * The chain id in a wallet's answer to `eth_chainId`, as the decimal number that ERC-4361 writes; null where the answer
 * holds none. Some wallets answer a number or a decimal text instead of hexadecimal digits; those of other families name theirs
 * (families/facade.ts).
 */
export function readChainId(answer: unknown): string | null {
  if (typeof answer === 'number') return Number.isSafeInteger(answer) && answer > 0 ? String(answer) : null
  if (typeof answer === 'string' && /^(?:solana|bip122:[a-z]+)$/.test(answer)) return answer
  if (typeof answer !== 'string' || !/^(0x[0-9a-f]{1,16}|[1-9][0-9]{0,19})$/i.test(answer)) return null
  const chainId = BigInt(answer)
  return chainId > 0n ? chainId.toString() : null
}

/** The bytes of a text as EIP-1474 §Data writes them: wallets take "0x…" for bytes, so that no text is misread as such. */
export function toHexadecimal(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
