// OpenSSL uses no cofactor (RFC 8032 §5.1.7). Node 20 accepts small-order keys: check them first.
import { createPublicKey, verify } from 'node:crypto'
import type { VerifyEd25519 } from './ed25519.ts'

// The DER prefix that precedes the 32 bytes of a key (RFC 8410 §4).
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export const verifyEd25519: VerifyEd25519 = (signature, message, key) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([keyPrefix, key]), format: 'der', type: 'spki' }),
    signature,
  )
