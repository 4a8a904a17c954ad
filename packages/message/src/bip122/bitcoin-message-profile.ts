// Our own profile, because no standard defines one (docs/reference/bitcoin-message.md).
import { createMessageErrorAtOffset } from '../create-message-error-at-offset.ts'
import type { MessageErrorCode } from '../message-error-texts.ts'
import { isAtEndOfMessageLine } from '../message-profile.ts'
import type { MessageProfile } from '../message-profile.ts'
import { bip122MessageLayout } from '../message-layout.ts'
import { parseBitcoinAddress } from './bitcoin-address.ts'
import type { BitcoinAddressErrorCode } from './bitcoin-address.ts'
import { findBitcoinNetworkByChainReference } from './bitcoin-chains.ts'

/**
 * The format of messages to sign in with a Bitcoin address: CAIP-122 for `bip122`.
 *
 * @example
 * ```ts
 * import { bip122MessageProfile, parseSignInMessage } from '@countersign/message'
 *
 * const message = parseSignInMessage(
 *   `example.com wants you to sign in with your Bitcoin account:
 * bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
 *
 *
 * URI: https://example.com
 * Version: 1
 * Chain ID: 000000000019d6689c085ae165831e93
 * Nonce: 8mzv3kcq7h2ydx5w
 * Issued At: 2024-02-29T12:00:00Z`,
 *   { profile: bip122MessageProfile },
 * )
 * message.address // => 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
 * ```
 */
export const bip122MessageProfile: MessageProfile = {
  ...bip122MessageLayout,
  scanAddress: scanAccountAddress,
  scanChainId,
  chainIdErrorCode: 'message.bitcoin_chain_unknown',
  isOnChain: (address, chainId) => {
    const read = parseBitcoinAddress(address)
    const network = findBitcoinNetworkByChainReference(chainId)
    return typeof read !== 'string' && network !== undefined && read.networks.includes(network)
  },
}

function scanAccountAddress(text: string, bytes: Uint8Array, start: number): number {
  if (isAtEndOfMessageLine(text, bytes, start)) throw createMessageErrorAtOffset('message.address_missing', text, start)
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  const address = parseBitcoinAddress(text.slice(start, end))
  if (typeof address === 'string') throw createMessageErrorAtOffset(toMessageErrorCode(address), text, start)
  return end
}

const toMessageErrorCode = (fault: BitcoinAddressErrorCode): MessageErrorCode => `message.bitcoin_address_${fault}`

function scanChainId(text: string, _bytes: Uint8Array, start: number): number {
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  return findBitcoinNetworkByChainReference(text.slice(start, end)) === undefined ? ~start : end
}
