// Reads a message of whichever chain family: the first line says which it is.
import type { SignInMessage } from './sign-in-message.ts'
import type { MessageProfile } from './message-profile.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'
import type { ParseSignInMessageOptions } from './parse-sign-in-message.ts'

/**
 * Reads a message of any of these forms. Which it is, its first line says, and nothing else is asked: a message is of one form or of none.
 *
 * @example
 * ```ts
 * import { bip122MessageProfile, eip155MessageProfile, parseAnySignInMessage, solanaMessageProfile } from '@countersign/message'
 *
 * const { profile, message } = parseAnySignInMessage(
 *   `example.com wants you to sign in with your Solana account:
 * 4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T
 *
 * URI: https://example.com
 * Version: 1
 * Chain ID: mainnet
 * Nonce: 8mzv3kcq7h2ydx5w
 * Issued At: 2024-02-29T12:00:00Z`,
 *   [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile],
 * )
 * profile.namespace // => 'solana'
 * message.chainId // => 'mainnet'
 * ```
 * @param profiles those that are accepted, at least one; what is of none of them is refused as the first would
 * @throws MessageError as `parseSignInMessage` does
 */
export function parseAnySignInMessage(
  text: string,
  profiles: readonly [MessageProfile, ...MessageProfile[]],
  options?: Omit<ParseSignInMessageOptions, 'profile'>,
): { readonly profile: MessageProfile; readonly message: SignInMessage } {
  const profile = detectMessageProfile(text, profiles)
  return { profile, message: parseSignInMessage(text, { ...options, profile }) }
}

/** The form that the first line is of; the first where it is of none. */
export function detectMessageProfile(
  text: string,
  profiles: readonly [MessageProfile, ...MessageProfile[]],
): MessageProfile {
  const [first] = profiles
  if (typeof text !== 'string' || profiles.length === 1) return first
  // The header has the line feed that ends the first line.
  const end = text.indexOf('\n') + 1
  return profiles.find(({ header }) => text.startsWith(header, end - header.length)) ?? first
}
