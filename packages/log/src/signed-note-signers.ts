// Log keys sign a text (C2SP signed-note); witness keys also sign the time (tlog-cosignature).
import { ed25519SignatureByteLength } from './ed25519-key-type-and-lengths.ts'
import type { Ed25519SigningKey } from './ed25519-key-type-and-lengths.ts'
import { computeSignedNoteKeyId, requireValidSignedNoteKey } from './signed-note-key-formats.ts'
import type { SignedNotePublicKey } from './signed-note-key-formats.ts'
import type { SignedNoteSigner, SignedNoteVerifier } from './signed-note.ts'
import { verifyEd25519 } from '#ed25519'

const timestampBytes = 8

/** @throws TransparencyLogError `key.name`, `key.weak` */
export function createSignedNoteVerifier(key: SignedNotePublicKey): SignedNoteVerifier {
  requireValidSignedNoteKey(key)
  const { name, type, publicKey } = key
  const verify: SignedNoteVerifier['verify'] =
    type === 'ed25519'
      ? (text, signature) => verifyEd25519(signature, text, publicKey)
      : (text, signature) => {
          const time = parseCosignatureTime(signature)
          return (
            time !== undefined &&
            verifyEd25519(signature.subarray(timestampBytes), createCosignedMessage(time, text), publicKey)
          )
        }
  return { name, keyId: computeSignedNoteKeyId(key), verify }
}

/**
 * Creates a signer of texts, with which a log signs its checkpoints (C2SP signed-note, §Ed25519
 * signatures).
 * @throws TransparencyLogError `key.name`, `key.weak`
 */
export function createSignedNoteSigner(name: string, { publicKey, sign }: Ed25519SigningKey): SignedNoteSigner {
  const key = { name, type: 'ed25519', publicKey } as const
  requireValidSignedNoteKey(key)
  return { name, keyId: computeSignedNoteKeyId(key), sign }
}

/**
 * Creates a signer of checkpoints for a witness (C2SP tlog-cosignature).
 * @param time whole seconds since 1970
 * @throws TransparencyLogError `key.name`, `key.weak`; RangeError for an invalid time
 */
export function createCheckpointCosigner(
  name: string,
  { publicKey, sign }: Ed25519SigningKey,
  time: number,
): SignedNoteSigner {
  if (!Number.isSafeInteger(time) || time < 0)
    throw new RangeError('The time must be a whole number of seconds since 1970.')
  const key = { name, type: 'cosignature', publicKey } as const
  requireValidSignedNoteKey(key)
  return {
    name,
    keyId: computeSignedNoteKeyId(key),
    sign: (text) => {
      const signature = new Uint8Array(timestampBytes + ed25519SignatureByteLength)
      new DataView(signature.buffer).setBigUint64(0, BigInt(time))
      signature.set(sign(createCosignedMessage(time, text)), timestampBytes)
      return signature
    },
  }
}

/** Returns seconds since 1970; undefined for other bytes, and for times above 2⁵³ − 1. */
export function parseCosignatureTime(signature: Uint8Array): number | undefined {
  if (signature.length !== timestampBytes + ed25519SignatureByteLength) return undefined
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  return time > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(time)
}

// The message that a witness signs (C2SP tlog-cosignature, §Ed25519 signed message).
function createCosignedMessage(time: number, text: Uint8Array): Uint8Array {
  const header = new TextEncoder().encode(`cosignature/v1\ntime ${time}\n`)
  const message = new Uint8Array(header.length + text.length)
  message.set(header)
  message.set(text, header.length)
  return message
}
