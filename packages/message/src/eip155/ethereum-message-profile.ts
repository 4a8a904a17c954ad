import { scanDigits } from '../abnf-character-classes.ts'
import { createMessageErrorAtOffset } from '../create-message-error-at-offset.ts'
import { isAtEndOfMessageLine } from '../message-profile.ts'
import type { MessageProfile } from '../message-profile.ts'
import { eip155MessageLayout } from '../message-layout.ts'
import { findAddressChecksumMismatch, scanEthereumAddress } from './ethereum-address-checksum.ts'

const lineFeed = 10

/**
 * Sign-In with Ethereum (EIP-4361), the default profile of `parseSignInMessage`.
 *
 * @example
 * ```ts
 * import { eip155MessageProfile } from '@countersign/message'
 *
 * eip155MessageProfile.header // => ' wants you to sign in with your Ethereum account:\n'
 * ```
 */
export const eip155MessageProfile: MessageProfile = {
  ...eip155MessageLayout,
  scanAddress: scanAccountAddress,
  scanChainId,
  chainIdErrorCode: 'message.chain_id_invalid',
}

// The address has an ERC-55 checksum and is followed by a line feed (ERC-4361 §Message Format).
function scanAccountAddress(text: string, bytes: Uint8Array, start: number): number {
  const end = scanEthereumAddress(bytes, start)
  if (end < 0 || bytes[end] !== lineFeed) {
    const code = isAtEndOfMessageLine(text, bytes, start) ? 'message.address_missing' : 'message.address_invalid'
    throw createMessageErrorAtOffset(code, text, end < 0 ? ~end : end)
  }
  const checksumFault = findAddressChecksumMismatch(bytes, start)
  if (checksumFault !== -1) throw createMessageErrorAtOffset('message.address_checksum', text, checksumFault)
  return end
}

function scanChainId(_text: string, bytes: Uint8Array, start: number): number {
  const end = scanDigits(bytes, start)
  return end === start ? ~start : end
}
