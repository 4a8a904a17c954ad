// Which address a signed message names, read as the server reads it. Fetched only where a person is to be shown it.
import {
  bip122MessageProfile,
  eip155MessageProfile,
  parseAnySignInMessage,
  solanaMessageProfile,
} from '@countersign/message'

/** @returns null for what is no message */
export function parseSignInMessageAddress(message: string): string | null {
  try {
    return parseAnySignInMessage(message, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile]).message
      .address
  } catch {
    return null
  }
}
