// Who signs and verifies notes: keys of logs, by Ed25519 (type 1 of C2SP signed-note), and of witnesses, by timestamped cosignatures (type 4; C2SP
// tlog-cosignature, §Ed25519 signed message, v1).
import { signatureBytes } from './ed25519-bytes.ts'
import type { SigningKey } from './ed25519-bytes.ts'
import { keyIdOf, requireSoundKey } from './note-key.ts'
import type { NotePublicKey } from './note-key.ts'
import type { Signer, Verifier } from './note.ts'
import { verifyEd25519 } from '#ed25519'

/** Bytes of the time before a cosignature's signature. */
const timeBytes = 8

/**
 * Trusts a key: of a log or of a witness, as its type says.
 * @throws LogFault `key.name`, `key.weak`
 */
export function createVerifier(key: NotePublicKey): Verifier {
  requireSoundKey(key)
  const { name, type, publicKey } = key
  const verify: Verifier['verify'] =
    type === 'ed25519'
      ? (text, signature) => verifyEd25519(signature, text, publicKey)
      : (text, signature) => {
          const time = cosignatureTime(signature)
          return (
            time !== undefined && verifyEd25519(signature.subarray(timeBytes), cosignedMessage(time, text), publicKey)
          )
        }
  return { name, keyId: keyIdOf(key), verify }
}

/**
 * Signs texts as they stand, as a log signs its checkpoints (C2SP signed-note, §Ed25519 signatures).
 * @throws LogFault `key.name`, `key.weak`
 */
export function createSigner(name: string, { publicKey, sign }: SigningKey): Signer {
  const key = { name, type: 'ed25519', publicKey } as const
  requireSoundKey(key)
  return { name, keyId: keyIdOf(key), sign }
}

/**
 * Signs checkpoints as a witness that saw them at a time (C2SP tlog-cosignature).
 * @param time seconds since the epoch, whole
 * @throws LogFault `key.name`, `key.weak`; RangeError where the time is none
 */
export function createCosigner(name: string, { publicKey, sign }: SigningKey, time: number): Signer {
  if (!Number.isSafeInteger(time) || time < 0) throw new RangeError('The time is whole seconds since the epoch.')
  const key = { name, type: 'cosignature', publicKey } as const
  requireSoundKey(key)
  return {
    name,
    keyId: keyIdOf(key),
    sign: (text) => {
      const signature = new Uint8Array(timeBytes + signatureBytes)
      new DataView(signature.buffer).setBigUint64(0, BigInt(time))
      signature.set(sign(cosignedMessage(time, text)), timeBytes)
      return signature
    },
  }
}

/**
 * When a witness saw the checkpoint: seconds since the epoch. Undefined where the signature has not the form of a cosignature, or a time that no clock
 * shows.
 */
export function cosignatureTime(signature: Uint8Array): number | undefined {
  if (signature.length !== timeBytes + signatureBytes) return undefined
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  return time > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(time)
}

/** What a witness signs: two lines, and the checkpoint's text (C2SP tlog-cosignature, §Ed25519 signed message). */
function cosignedMessage(time: number, text: Uint8Array): Uint8Array {
  const header = new TextEncoder().encode(`cosignature/v1\ntime ${time}\n`)
  const message = new Uint8Array(header.length + text.length)
  message.set(header)
  message.set(text, header.length)
  return message
}
