// CAIP-122 requires that only these parts of a message depend on the chain family.
import { createMessageErrorAtOffset } from './create-message-error-at-offset.ts'
import type { MessageErrorCode } from './message-error-texts.ts'
import type { MessageField } from './sign-in-message.ts'
import type { MessageLayout } from './message-layout.ts'

/**
 * The message format of a chain family: EIP-4361, Sign In With Solana, or CAIP-122 for Bitcoin.
 *
 * @example
 * ```ts
 * import { eip155MessageProfile, solanaMessageProfile } from '@countersign/message'
 * import type { MessageProfile } from '@countersign/message'
 *
 * const forms: MessageProfile[] = [eip155MessageProfile, solanaMessageProfile]
 * forms.map(({ namespace }) => namespace) // => ['eip155', 'solana']
 * ```
 */
export interface MessageProfile extends MessageLayout {
  /**
   * Returns the offset of the line feed after the address.
   * @throws MessageError if the address is not canonical
   */
  readonly scanAddress: (text: string, bytes: Uint8Array, start: number) => number
  /** Returns the offset after the chain ID, or `~offset` of the error. */
  readonly scanChainId: (text: string, bytes: Uint8Array, start: number) => number
  /** The error code to use if `scanChainId` fails. */
  readonly chainIdErrorCode: MessageErrorCode
  /** Whether the address belongs to the chain; undefined if addresses do not encode their chain. */
  readonly isOnChain?: (address: string, chainId: string) => boolean
}

const lineFeed = 10

/** Returns `end` if the line ends there. @throws MessageError if it does not */
export function requireEndOfMessageLine(
  end: number,
  code: MessageErrorCode,
  text: string,
  bytes: Uint8Array,
  field?: MessageField,
): number {
  if (end >= 0 && bytes[end] === lineFeed) return end
  throw createMessageErrorAtOffset(code, text, end < 0 ? ~end : end, field)
}

export const isAtEndOfMessageLine = (text: string, bytes: Uint8Array, start: number): boolean =>
  start >= text.length || bytes[start] === lineFeed
