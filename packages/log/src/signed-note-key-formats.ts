// Keys of signed notes (C2SP signed-note, §Signatures): the name, the key id, and the two texts in which operators hand keys on, the verifier key ("vkey")
// and the signer key ("skey", `PRIVATE+KEY+…`) of Go's sumdb/note.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { ed25519PublicKeyByteLength, ed25519SeedByteLength } from './ed25519-key-type-and-lengths.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isEd25519PublicKey, createEd25519SigningKey } from '#ed25519'
import { sha256 } from '#sha256'

/** What a key signs: a note's text as it stands, or a checkpoint with the time at which a witness saw it (C2SP tlog-cosignature, v1). */
export type SignedNoteKeyType = 'ed25519' | 'cosignature'

/** The signature types' identifier bytes (C2SP signed-note, §Signature types). */
const typeBytes: Readonly<Record<SignedNoteKeyType, number>> = { ed25519: 0x01, cosignature: 0x04 }

/** What is known of a key by those who verify. */
export interface SignedNotePublicKey {
  /** By convention a URL without its scheme, such as `example.com/log`; of a log, its origin. */
  readonly name: string
  readonly type: SignedNoteKeyType
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array
}

/** What signs notes, where the private key is a text. */
export interface SignedNoteSecretKey {
  readonly name: string
  readonly type: SignedNoteKeyType
  /** 32 bytes, secret. */
  readonly seed: Uint8Array
}

/** Whether a key may be called so: not empty, without any Unicode space, plus or control character (C2SP signed-note, §Format). */
export const isSignedNoteKeyName = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  name.isWellFormed() && /^[^\p{White_Space}+\u0000-\u001f]+$/u.test(name)

/**
 * The key id, which tells the keys of one name apart: SHA-256(name ‖ 0x0A ‖ type ‖ public key), the first four bytes, big-endian (C2SP signed-note,
 * §Signatures).
 */
export function computeSignedNoteKeyId({ name, type, publicKey }: SignedNotePublicKey): number {
  const line = new TextEncoder().encode(`${name}\n`)
  const bytes = new Uint8Array(line.length + 1 + publicKey.length)
  bytes.set(line)
  bytes[line.length] = typeBytes[type]
  bytes.set(publicKey, line.length + 1)
  const digest = sha256(bytes)
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0)
}

/**
 * Refuses a key that nobody must be asked to trust.
 * @throws TransparencyLogError `key.name`, `key.weak`
 */
export function requireValidSignedNoteKey({ name, publicKey }: SignedNotePublicKey): void {
  if (!isSignedNoteKeyName(name))
    throw new TransparencyLogError('key.name', 'The name of a key is not empty, and has no space and no plus.')
  if (!isEd25519PublicKey(publicKey))
    throw new TransparencyLogError('key.weak', 'These bytes are no Ed25519 key, or one for which anybody can sign.')
}

/**
 * The verifier key: `name+id+base64`, the id as eight hexadecimal digits, the base64 that of the type and the key.
 * @throws TransparencyLogError `key.name`, `key.weak`
 */
export function formatSignedNoteVerifierKey(key: SignedNotePublicKey): string {
  requireValidSignedNoteKey(key)
  return `${key.name}+${formatKeyId(computeSignedNoteKeyId(key))}+${encodeTypedKey(key.type, key.publicKey)}`
}

/**
 * Reads a verifier key.
 * @throws TransparencyLogError `key.malformed`, `key.type`, `key.name`, `key.weak`, or `key.id` where the id is that of another key
 */
export function parseSignedNoteVerifierKey(text: string): SignedNotePublicKey {
  const [, name = '', id, encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? []
  const { type, bytes } = parseKeyBytes(
    id === undefined ? undefined : decodeBase64(encoded),
    ed25519PublicKeyByteLength,
  )
  const key = { name, type, publicKey: bytes }
  requireValidSignedNoteKey(key)
  if (formatKeyId(computeSignedNoteKeyId(key)) !== id)
    throw new TransparencyLogError('key.id', 'The id of the key does not belong to its name and bytes.')
  return key
}

/**
 * The signer key: `PRIVATE+KEY+name+id+base64`; the id is that of the public key. Secret.
 * @throws TransparencyLogError `key.name`
 */
export function formatSignedNoteSignerKey({ name, type, seed }: SignedNoteSecretKey): string {
  const key = { name, type, publicKey: createEd25519SigningKey(seed).publicKey }
  requireValidSignedNoteKey(key)
  return `PRIVATE+KEY+${name}+${formatKeyId(computeSignedNoteKeyId(key))}+${encodeTypedKey(type, seed)}`
}

/**
 * Reads a signer key. What it throws says nothing of the secret.
 * @throws TransparencyLogError `key.malformed`, `key.type`, `key.name`, or `key.id` where the id is that of another key
 */
export function parseSignedNoteSignerKey(text: string): SignedNoteSecretKey {
  const [, name = '', id, encoded = ''] = /^PRIVATE\+KEY\+([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? []
  const { type, bytes: seed } = parseKeyBytes(
    id === undefined ? undefined : decodeBase64(encoded),
    ed25519SeedByteLength,
  )
  const key = { name, type, publicKey: createEd25519SigningKey(seed).publicKey }
  requireValidSignedNoteKey(key)
  if (formatKeyId(computeSignedNoteKeyId(key)) !== id)
    throw new TransparencyLogError('key.id', 'The id of the key does not belong to its name and bytes.')
  return { name, type, seed }
}

function parseKeyBytes(bytes: Uint8Array | undefined, length: number): { type: SignedNoteKeyType; bytes: Uint8Array } {
  if (bytes === undefined || bytes.length === 0)
    throw new TransparencyLogError(
      'key.malformed',
      'A key is written as its name, its id in hexadecimal and its bytes in base64.',
    )
  const type = (Object.keys(typeBytes) as SignedNoteKeyType[]).find((type) => typeBytes[type] === bytes[0])
  if (type === undefined) throw new TransparencyLogError('key.type', `Keys of type ${bytes[0]} are not known here.`)
  if (bytes.length !== 1 + length)
    throw new TransparencyLogError('key.malformed', `An Ed25519 key has ${length} bytes.`)
  return { type, bytes: bytes.slice(1) }
}

const encodeTypedKey = (type: SignedNoteKeyType, bytes: Uint8Array): string =>
  encodeBase64(Uint8Array.of(typeBytes[type], ...bytes))

const formatKeyId = (id: number): string => id.toString(16).padStart(8, '0')
