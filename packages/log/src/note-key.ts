// Keys of signed notes (C2SP signed-note, §Signatures): the name, the key id, and the two texts in which operators hand keys on, the verifier key ("vkey")
// and the signer key ("skey", `PRIVATE+KEY+…`) of Go's sumdb/note.
import { fromBase64, toBase64 } from './base64.ts'
import { publicKeyBytes, seedBytes } from './ed25519-bytes.ts'
import { LogFault } from './log-fault.ts'
import { isPublicKey, signingKeyOf } from '#ed25519'
import { sha256 } from '#sha256'

/** What a key signs: a note's text as it stands, or a checkpoint with the time at which a witness saw it (C2SP tlog-cosignature, v1). */
export type NoteKeyType = 'ed25519' | 'cosignature'

/** The signature types' identifier bytes (C2SP signed-note, §Signature types). */
const typeBytes: Readonly<Record<NoteKeyType, number>> = { ed25519: 0x01, cosignature: 0x04 }

/** What is known of a key by those who verify. */
export interface NotePublicKey {
  /** By convention a URL without its scheme, such as `example.com/log`; of a log, its origin. */
  readonly name: string
  readonly type: NoteKeyType
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array
}

/** What signs notes, where the private key is a text. */
export interface NoteSecretKey {
  readonly name: string
  readonly type: NoteKeyType
  /** 32 bytes, secret. */
  readonly seed: Uint8Array
}

/** Whether a key may be called so: not empty, without any Unicode space, plus or control character (C2SP signed-note, §Format). */
export const isKeyName = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  name.isWellFormed() && /^[^\p{White_Space}+\u0000-\u001f]+$/u.test(name)

/**
 * The key id, which tells the keys of one name apart: SHA-256(name ‖ 0x0A ‖ type ‖ public key), the first four bytes, big-endian (C2SP signed-note,
 * §Signatures).
 */
export function keyIdOf({ name, type, publicKey }: NotePublicKey): number {
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
 * @throws LogFault `key.name`, `key.weak`
 */
export function requireSoundKey({ name, publicKey }: NotePublicKey): void {
  if (!isKeyName(name)) throw new LogFault('key.name', 'The name of a key is not empty, and has no space and no plus.')
  if (!isPublicKey(publicKey))
    throw new LogFault('key.weak', 'These bytes are no Ed25519 key, or one for which anybody can sign.')
}

/**
 * The verifier key: `name+id+base64`, the id as eight hexadecimal digits, the base64 that of the type and the key.
 * @throws LogFault `key.name`, `key.weak`
 */
export function formatVerifierKey(key: NotePublicKey): string {
  requireSoundKey(key)
  return `${key.name}+${hexOf(keyIdOf(key))}+${withType(key.type, key.publicKey)}`
}

/**
 * Reads a verifier key.
 * @throws LogFault `key.malformed`, `key.type`, `key.name`, `key.weak`, or `key.id` where the id is that of another key
 */
export function parseVerifierKey(text: string): NotePublicKey {
  const [, name = '', id, encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? []
  const { type, bytes } = readKeyBytes(id === undefined ? undefined : fromBase64(encoded), publicKeyBytes)
  const key = { name, type, publicKey: bytes }
  requireSoundKey(key)
  if (hexOf(keyIdOf(key)) !== id)
    throw new LogFault('key.id', 'The id of the key does not belong to its name and bytes.')
  return key
}

/**
 * The signer key: `PRIVATE+KEY+name+id+base64`; the id is that of the public key. Secret.
 * @throws LogFault `key.name`
 */
export function formatSignerKey({ name, type, seed }: NoteSecretKey): string {
  const key = { name, type, publicKey: signingKeyOf(seed).publicKey }
  requireSoundKey(key)
  return `PRIVATE+KEY+${name}+${hexOf(keyIdOf(key))}+${withType(type, seed)}`
}

/**
 * Reads a signer key. What it throws says nothing of the secret.
 * @throws LogFault `key.malformed`, `key.type`, `key.name`, or `key.id` where the id is that of another key
 */
export function parseSignerKey(text: string): NoteSecretKey {
  const [, name = '', id, encoded = ''] = /^PRIVATE\+KEY\+([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? []
  const { type, bytes: seed } = readKeyBytes(id === undefined ? undefined : fromBase64(encoded), seedBytes)
  const key = { name, type, publicKey: signingKeyOf(seed).publicKey }
  requireSoundKey(key)
  if (hexOf(keyIdOf(key)) !== id)
    throw new LogFault('key.id', 'The id of the key does not belong to its name and bytes.')
  return { name, type, seed }
}

function readKeyBytes(bytes: Uint8Array | undefined, length: number): { type: NoteKeyType; bytes: Uint8Array } {
  if (bytes === undefined || bytes.length === 0)
    throw new LogFault('key.malformed', 'A key is written as its name, its id in hexadecimal and its bytes in base64.')
  const type = (Object.keys(typeBytes) as NoteKeyType[]).find((type) => typeBytes[type] === bytes[0])
  if (type === undefined) throw new LogFault('key.type', `Keys of type ${bytes[0]} are not known here.`)
  if (bytes.length !== 1 + length) throw new LogFault('key.malformed', `An Ed25519 key has ${length} bytes.`)
  return { type, bytes: bytes.slice(1) }
}

const withType = (type: NoteKeyType, bytes: Uint8Array): string => toBase64(Uint8Array.of(typeBytes[type], ...bytes))

const hexOf = (id: number): string => id.toString(16).padStart(8, '0')
