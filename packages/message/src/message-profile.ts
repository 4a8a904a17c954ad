// What a message of one chain family has that others have not: its layout, its address and its chain id. All else is read alike for all
// (parse-sign-in-message.ts), as CAIP-122 wants it.
import { createMessageErrorAtOffset } from './create-message-error-at-offset.ts'
import type { MessageErrorCode } from './message-error-texts.ts'
import type { MessageField } from './sign-in-message.ts'
import type { MessageLayout } from './message-layout.ts'

/**
 * One chain family's form of the sign-in message: `eip155` (EIP-4361), `solana` (Sign In With Solana) or `bip122` (Bitcoin).
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
   * Where the address that begins at `start` ends.
   * @returns that end, at a line feed
   * @throws MessageError where it is no address of the one spelling that an address has
   */
  readonly scanAddress: (text: string, bytes: Uint8Array, start: number) => number
  /** Where the chain id that begins at `start` ends, or the bitwise complement of the place at fault. */
  readonly scanChainId: (text: string, bytes: Uint8Array, start: number) => number
  /** What is wrong with a chain id that `scanChainId` stops in. */
  readonly chainIdErrorCode: MessageErrorCode
  /** Whether address and chain id belong together, where the address says something about its chain. */
  readonly isOnChain?: (address: string, chainId: string) => boolean
}

const lineFeed = 10

/** Makes sure that a value reaches to the end of its line, and answers that end. */
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

/** Whether nothing stands at this place of a line. */
export const isAtEndOfMessageLine = (text: string, bytes: Uint8Array, start: number): boolean =>
  start >= text.length || bytes[start] === lineFeed
