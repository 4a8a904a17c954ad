// Sign In With Solana (SIWS) with stricter rules; docs/reference/messages.md has the grammar.
import { decodeBase58, isBase58Digit } from '../base58.ts'
import { createMessageErrorAtOffset } from '../create-message-error-at-offset.ts'
import { isAtEndOfMessageLine } from '../message-profile.ts'
import type { MessageProfile } from '../message-profile.ts'
import { solanaMessageLayout } from '../message-layout.ts'
import { allSolanaChainIds } from './solana-clusters.ts'

/**
 * Sign In With Solana. Requires the fields that prevent replay, which are optional in SIWS: URI,
 * version, chain ID, nonce and issued-at time.
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

export const solanaPublicKeyByteLength = 32

/**
 * Decodes a Solana address to its 32-byte key. Returns null if the address is invalid.
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

function scanChainId(text: string, _bytes: Uint8Array, start: number): number {
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  return allSolanaChainIds.includes(text.slice(start, end)) ? end : ~start
}
