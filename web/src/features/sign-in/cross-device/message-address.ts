// Which address a signed message names, read as the server reads it. Fetched only where a person is to be shown it.
import { bip122, eip155, readMessage, solana } from '@countersign/message'

/** @returns null for what is no message */
export function addressOf(message: string): string | null {
  try {
    return readMessage(message, [eip155, solana, bip122]).message.address
  } catch {
    return null
  }
}
