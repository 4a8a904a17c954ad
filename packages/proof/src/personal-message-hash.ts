import { keccak256 } from '@countersign/message'

const encoder = new TextEncoder()

/** The prefix ensures that a signed text can never be a transaction (ERC-191 version 0x45). */
export function hashPersonalMessage(text: string): Uint8Array {
  const body = encoder.encode(text)
  const prefix = encoder.encode(`\x19Ethereum Signed Message:\n${body.length}`)
  const bytes = new Uint8Array(prefix.length + body.length)
  bytes.set(prefix)
  bytes.set(body, prefix.length)
  return keccak256(bytes)
}
