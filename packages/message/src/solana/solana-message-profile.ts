// The message of Solana: Sign In With Solana (SIWS), as its makers' library writes it and its wallets' grammar reads it, both stricter here:
// docs/reference/messages.md has the grammar and where each rule is from.
import { decodeBase58, isBase58Digit } from '../base58.ts'
import { createMessageErrorAtOffset } from '../create-message-error-at-offset.ts'
import { isAtEndOfMessageLine } from '../message-profile.ts'
import type { MessageProfile } from '../message-profile.ts'
import { solanaMessageLayout } from '../message-layout.ts'
import { allSolanaChainIds } from './solana-clusters.ts'

/**
 * Sign In With Solana. Of what it lets be left out, everything that keeps a message from being used twice or elsewhere must be there: URI,
 * version, chain id, nonce and issued-at time.
 *
 * @example
 * ```ts
 * import { parseSignInMessage, solanaMessageProfile } from '@countersign/message'
 *
 * const message = parseSignInMessage(
 *   `example.com wants you to sign in with your Solana account:
 * 4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T
 *
 * URI: https://example.com
 * Version: 1
 * Chain ID: mainnet
 * Nonce: 8mzv3kcq7h2ydx5w
 * Issued At: 2024-02-29T12:00:00Z`,
 *   { profile: solanaMessageProfile },
 * )
 * message.address // => '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
 * ```
 */
export const solanaMessageProfile: MessageProfile = {
  ...solanaMessageLayout,
  scanAddress: scanAccountAddress,
  scanChainId,
  chainIdErrorCode: 'message.solana_chain_unknown',
}

/** Bytes of an Ed25519 public key, which is what a Solana address is. */
export const solanaPublicKeyByteLength = 32

/**
 * A Solana address as the 32 bytes of its key; null where it is none.
 *
 * @example
 * ```ts
 * import { decodeSolanaAddress } from '@countersign/message'
 *
 * decodeSolanaAddress('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')?.length // => 32
 * decodeSolanaAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // => null
 * ```
 */
export const decodeSolanaAddress = (address: string): Uint8Array | null =>
  decodeBase58(address, solanaPublicKeyByteLength)

function scanAccountAddress(text: string, bytes: Uint8Array, start: number): number {
  if (isAtEndOfMessageLine(text, bytes, start)) throw createMessageErrorAtOffset('message.address_missing', text, start)
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  for (let at = start; at < end; at += 1)
    if (!isBase58Digit(bytes[at]!)) throw createMessageErrorAtOffset('message.solana_address_character', text, at)
  if (decodeSolanaAddress(text.slice(start, end)) === null)
    throw createMessageErrorAtOffset('message.solana_address_length', text, start)
  return end
}

/** One of the names that clusters have, letter for letter. */
function scanChainId(text: string, _bytes: Uint8Array, start: number): number {
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  return allSolanaChainIds.includes(text.slice(start, end)) ? end : ~start
}
