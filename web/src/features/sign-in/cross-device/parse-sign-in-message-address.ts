import {
  bip122MessageProfile,
  eip155MessageProfile,
  parseAnySignInMessage,
  solanaMessageProfile,
} from '@countersign/message'

export function parseSignInMessageAddress(message: string): string | null {
  try {
    return parseAnySignInMessage(message, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile]).message
      .address
  } catch {
    return null
  }
}
