// Ed25519 by Node's own OpenSSL, ten times as fast as JavaScript. That of Node 20 takes keys of small order and that of Node 24 does not, so that it is
// asked only after `findStrictEd25519Error`; its equation is the one without cofactor (RFC 8032 §5.1.7), as in ed25519.ts.
import { createPublicKey, verify } from 'node:crypto'
import type { VerifyEd25519 } from './ed25519.ts'

/** What stands before the 32 bytes of a key in its DER form (RFC 8410 §4). */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export const verifyEd25519: VerifyEd25519 = (signature, message, key) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([keyPrefix, key]), format: 'der', type: 'spki' }),
    signature,
  )
