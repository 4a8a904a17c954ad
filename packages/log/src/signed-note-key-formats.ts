// Keys of signed notes (C2SP signed-note, §Signatures) in Go's formats, "vkey" and "skey".
import { decodeBase64, encodeBase64 } from './base64.ts'
import { ed25519PublicKeyByteLength, ed25519SeedByteLength } from './ed25519-key-type-and-lengths.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isEd25519PublicKey, createEd25519SigningKey } from '#ed25519'
import { sha256 } from '#sha256'

/** `cosignature` keys also sign the time of observation (C2SP tlog-cosignature, v1). */
export type SignedNoteKeyType = 'ed25519' | 'cosignature'

/** The byte that identifies each type (C2SP signed-note, §Signature types). */
const typeBytes: Readonly<Record<SignedNoteKeyType, number>> = { ed25519: 0x01, cosignature: 0x04 }

export interface SignedNotePublicKey {
  /** By convention, a URL without its scheme, such as `example.com/log`; for a log, its origin. */
  readonly name: string
  readonly type: SignedNoteKeyType
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array
}

export interface SignedNoteSecretKey {
  readonly name: string
  readonly type: SignedNoteKeyType
  /** 32 bytes, secret. */
  readonly seed: Uint8Array
}

/** Follows the rules for names in C2SP signed-note, §Format. */
export const isSignedNoteKeyName = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  name.isWellFormed() && /^[^\p{White_Space}+\u0000-\u001f]+$/u.test(name)

/** Returns the first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key), big-endian. */
export function computeSignedNoteKeyId({ name, type, publicKey }: SignedNotePublicKey): number {
  const line = new TextEncoder().encode(`${name}\n`)
  const bytes = new Uint8Array(line.length + 1 + publicKey.length)
  bytes.set(line)
  bytes[line.length] = typeBytes[type]
  bytes.set(publicKey, line.length + 1)
  const digest = sha256(bytes)
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0)
}

/** @throws TransparencyLogError `key.name`, or `key.weak` if anyone could sign for the key */
export function requireValidSignedNoteKey({ name, publicKey }: SignedNotePublicKey): void {
  if (!isSignedNoteKeyName(name))
    throw new TransparencyLogError('key.name', 'A key name must not be empty or contain spaces or plus signs.')
  if (!isEd25519PublicKey(publicKey))
    throw new TransparencyLogError(
      'key.weak',
      'The bytes are not a valid Ed25519 key, or they are a weak key for which anyone can create signatures.',
    )
}

/**
 * Formats a verifier key as `name+id+base64`: the ID has eight hexadecimal digits, and the base64
 * part contains the type and the key.
 * @throws TransparencyLogError `key.name`, `key.weak`
 */
export function formatSignedNoteVerifierKey(key: SignedNotePublicKey): string {
  requireValidSignedNoteKey(key)
  return `${key.name}+${formatKeyId(computeSignedNoteKeyId(key))}+${encodeTypedKey(key.type, key.publicKey)}`
}

/** @throws TransparencyLogError `key.malformed`, `key.type`, `key.name`, `key.weak`, `key.id` */
export function parseSignedNoteVerifierKey(text: string): SignedNotePublicKey {
  const [, name = '', id, encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? []
  const { type, bytes } = parseKeyBytes(
    id === undefined ? undefined : decodeBase64(encoded),
    ed25519PublicKeyByteLength,
  )
  const key = { name, type, publicKey: bytes }
  requireValidSignedNoteKey(key)
  if (formatKeyId(computeSignedNoteKeyId(key)) !== id)
    throw new TransparencyLogError('key.id', 'The key ID does not match the name and bytes of the key.')
  return key
}

/**
 * Formats a signer key as `PRIVATE+KEY+name+id+base64`, which is secret. The ID is that of the
 * public key.
 * @throws TransparencyLogError `key.name`
 */
export function formatSignedNoteSignerKey({ name, type, seed }: SignedNoteSecretKey): string {
  const key = { name, type, publicKey: createEd25519SigningKey(seed).publicKey }
  requireValidSignedNoteKey(key)
  return `PRIVATE+KEY+${name}+${formatKeyId(computeSignedNoteKeyId(key))}+${encodeTypedKey(type, seed)}`
}

/**
 * Parses a signer key. The errors never contain the secret.
 * @throws TransparencyLogError `key.malformed`, `key.type`, `key.name`, `key.id`
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
    throw new TransparencyLogError('key.id', 'The key ID does not match the name and bytes of the key.')
  return { name, type, seed }
}

function parseKeyBytes(bytes: Uint8Array | undefined, length: number): { type: SignedNoteKeyType; bytes: Uint8Array } {
  if (bytes === undefined || bytes.length === 0)
    throw new TransparencyLogError(
      'key.malformed',
      'A key must consist of its name, its ID in hexadecimal and its bytes in base64.',
    )
  const type = (Object.keys(typeBytes) as SignedNoteKeyType[]).find((type) => typeBytes[type] === bytes[0])
  if (type === undefined) throw new TransparencyLogError('key.type', `Unsupported key type ${bytes[0]}.`)
  if (bytes.length !== 1 + length)
    throw new TransparencyLogError('key.malformed', `An Ed25519 key must have ${length} bytes.`)
  return { type, bytes: bytes.slice(1) }
}

const encodeTypedKey = (type: SignedNoteKeyType, bytes: Uint8Array): string =>
  encodeBase64(Uint8Array.of(typeBytes[type], ...bytes))

const formatKeyId = (id: number): string => id.toString(16).padStart(8, '0')
