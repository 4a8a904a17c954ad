import type { SignInMessage } from './sign-in-message.ts'
import type { MessageProfile } from './message-profile.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'
import type { ParseSignInMessageOptions } from './parse-sign-in-message.ts'

/**
 * Parses a message that may have one of several formats. The first line determines the format.
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
 * @param profiles the accepted formats; if none matches, the error is that of the first format
 * @throws MessageError the error of `parseSignInMessage`
 */
export function parseAnySignInMessage(
  text: string,
  profiles: readonly [MessageProfile, ...MessageProfile[]],
  options?: Omit<ParseSignInMessageOptions, 'profile'>,
): { readonly profile: MessageProfile; readonly message: SignInMessage } {
  const profile = detectMessageProfile(text, profiles)
  return { profile, message: parseSignInMessage(text, { ...options, profile }) }
}

/** Returns the profile that matches the first line, or the first profile if none does. */
export function detectMessageProfile(
  text: string,
  profiles: readonly [MessageProfile, ...MessageProfile[]],
): MessageProfile {
  const [first] = profiles
  if (typeof text !== 'string' || profiles.length === 1) return first
  // A header includes the line feed, so this offset is after it.
  const end = text.indexOf('\n') + 1
  return profiles.find(({ header }) => text.startsWith(header, end - header.length)) ?? first
}
