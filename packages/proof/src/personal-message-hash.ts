// What a wallet really signs when it signs a text.
import { keccak256 } from '@countersign/message'

const encoder = new TextEncoder()

/**
 * The hash that a key signs for a text (ERC-191 version 0x45): the text's bytes in UTF-8 behind a prefix that names their
 * number, so that a signed text can never be a transaction. The text is taken as it is, byte for byte.
 */
export function hashPersonalMessage(text: string): Uint8Array {
  const body = encoder.encode(text)
  const prefix = encoder.encode(`\x19Ethereum Signed Message:\n${body.length}`)
  const bytes = new Uint8Array(prefix.length + body.length)
  bytes.set(prefix)
  bytes.set(body, prefix.length)
  return keccak256(bytes)
}
