// The message of Ethereum and all EVM chains: Sign-In with Ethereum (EIP-4361, ERC-4361).
import { skipDigits } from '../characters.ts'
import { faultAt } from '../explain-fault.ts'
import { isEmptyLine } from '../form.ts'
import type { MessageForm } from '../form.ts'
import { eip155Layout } from '../layout.ts'
import { findChecksumFault, scanAddress } from './checksum-address.ts'

const lineFeed = 10

/**
 * Sign-In with Ethereum (EIP-4361): what `parseMessage` reads where it is told nothing else.
 *
 * @example
 * ```ts
 * import { eip155 } from '@countersign/message'
 *
 * eip155.header // => ' wants you to sign in with your Ethereum account:\n'
 * ```
 */
export const eip155: MessageForm = {
  ...eip155Layout,
  readAddress,
  scanChainId,
  chainIdFault: 'message.chain_id_invalid',
}

/** ERC-4361 §Message Format: address LF, with the checksum of ERC-55. */
function readAddress(text: string, bytes: Uint8Array, start: number): number {
  const end = scanAddress(bytes, start)
  if (end < 0 || bytes[end] !== lineFeed) {
    const code = isEmptyLine(text, bytes, start) ? 'message.address_missing' : 'message.address_invalid'
    throw faultAt(code, text, end < 0 ? ~end : end)
  }
  const checksumFault = findChecksumFault(bytes, start)
  if (checksumFault !== -1) throw faultAt('message.address_checksum', text, checksumFault)
  return end
}

/** ERC-4361 §Message Format: chain-id = 1*DIGIT. */
function scanChainId(_text: string, bytes: Uint8Array, start: number): number {
  const end = skipDigits(bytes, start)
  return end === start ? ~start : end
}
