// Which address a signed message names, read as the server reads it. Fetched only where a person is to be shown it.
import { bip122Profile, eip155Profile, parseAnyMessage, solanaProfile } from '@countersign/message'

/** @returns null for what is no message */
export function parseMessageAddress(message: string): string | null {
  try {
    return parseAnyMessage(message, [eip155Profile, solanaProfile, bip122Profile]).message.address
  } catch {
    return null
  }
}
