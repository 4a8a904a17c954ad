// Readers of signed notes ignore signatures by unknown keys, so anyone may add one.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isSignedNoteKeyName } from './signed-note-key-formats.ts'

// The standard requires accepting at least 16 signatures (C2SP signed-note, §Format).
export const maxSignedNoteBytes = 1_000_000
export const maxSignedNoteSignatures = 100

export interface SignedNoteSignature {
  readonly name: string
  /** The result of `computeSignedNoteKeyId`, an unsigned 32-bit number. */
  readonly keyId: number
  /** The bytes after the key ID: 64 for Ed25519; a cosignature has an 8-byte time before them. */
  readonly signature: Uint8Array
}

/** A parsed note, whose signatures have not been verified. */
export interface SignedNote {
  /** The text of the note, which ends with a newline. */
  readonly text: string
  readonly signatures: readonly SignedNoteSignature[]
}

export interface SignedNoteSigner {
  readonly name: string
  readonly keyId: number
  /** @param text the note's text in UTF-8 */
  readonly sign: (text: Uint8Array) => Uint8Array
}

export interface SignedNoteVerifier {
  readonly name: string
  readonly keyId: number
  /** @param text the note's text in UTF-8 */
  readonly verify: (text: Uint8Array, signature: Uint8Array) => boolean
}

export interface VerifiedSignedNote {
  readonly text: string
  /** One signature per trusted key, in the order of the note; never empty. */
  readonly verified: readonly SignedNoteSignature[]
  /** Signatures by unknown keys, which prove nothing. */
  readonly unverified: readonly SignedNoteSignature[]
}

/**
 * Parses a note without verifying it.
 * @throws TransparencyLogError `note.too_long`, `note.not_text`, `note.malformed`,
 * `note.too_many_signatures`
 */
export function parseSignedNote(source: string | Uint8Array): SignedNote {
  const note = decodeNoteText(source)
  // The text ends at the last blank line and may contain others (C2SP signed-note, §Format).
  const end = note.lastIndexOf('\n\n')
  if (end < 0) throw new TransparencyLogError('note.malformed', 'A note must have a blank line before its signatures.')
  return { text: note.slice(0, end + 1), signatures: parseSignedNoteSignatures(note.slice(end + 2)) }
}

/** @throws TransparencyLogError `note.malformed`, `note.too_many_signatures` */
export function parseSignedNoteSignatures(lines: string): SignedNoteSignature[] {
  if (!lines.endsWith('\n'))
    throw new TransparencyLogError('note.malformed', 'A signature line must end with a newline.')
  const signatures = lines.slice(0, -1).split('\n', maxSignedNoteSignatures + 1)
  if (signatures.length > maxSignedNoteSignatures)
    throw new TransparencyLogError(
      'note.too_many_signatures',
      `A note must not have more than ${maxSignedNoteSignatures} signatures.`,
    )
  return signatures.map(parseSignature)
}

function parseSignature(line: string): SignedNoteSignature {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ')
  const bytes = decodeBase64(encoded)
  // The bytes must have a key ID of four bytes and at least one byte of signature.
  if (dash !== '\u2014' || !isSignedNoteKeyName(name) || bytes === undefined || bytes.length < 5 || rest.length > 0)
    throw new TransparencyLogError(
      'note.malformed',
      'A signature line must consist of an em dash, a key name and a signature in base64.',
    )
  return { name, keyId: new DataView(bytes.buffer).getUint32(0), signature: bytes.slice(4) }
}

/** @throws TransparencyLogError if `parseSignedNote` could not parse the result */
export function formatSignedNote({ text, signatures }: SignedNote): string {
  requireNoteText(text)
  const note = `${text}\n${formatSignedNoteSignatures(signatures)}`
  parseSignedNote(note)
  return note
}

export const formatSignedNoteSignatures = (signatures: readonly SignedNoteSignature[]): string =>
  signatures.map(formatSignature).join('')

function formatSignature({ name, keyId, signature }: SignedNoteSignature): string {
  const bytes = new Uint8Array(4 + signature.length)
  new DataView(bytes.buffer).setUint32(0, keyId)
  bytes.set(signature, 4)
  return `\u2014 ${name} ${encodeBase64(bytes)}\n`
}

/**
 * Signs a text, which must end with a newline.
 * @throws TransparencyLogError `note.malformed`, `note.not_text`
 */
export function createSignedNoteSignatures(text: string, signers: readonly SignedNoteSigner[]): SignedNoteSignature[] {
  requireNoteText(text)
  const bytes = new TextEncoder().encode(text)
  return signers.map(({ name, keyId, sign }) => ({ name, keyId, signature: sign(bytes) }))
}

/**
 * Signs a text, which must end with a newline, and formats it as a note with the signatures in the
 * order of the signers.
 * @throws TransparencyLogError the errors of `formatSignedNote`
 */
export const signNote = (text: string, signers: readonly SignedNoteSigner[]): string =>
  formatSignedNote({ text, signatures: createSignedNoteSignatures(text, signers) })

/**
 * Adds signatures. A new signature replaces an old one by the same key.
 * @throws TransparencyLogError the errors of `parseSignedNote` and `formatSignedNote`
 */
export function addSignedNoteSignatures(source: string | Uint8Array, added: readonly SignedNoteSignature[]): string {
  const { text, signatures } = parseSignedNote(source)
  const kept = signatures.filter((signature) => !added.some((other) => isSameSignedNoteKey(signature, other)))
  return formatSignedNote({ text, signatures: [...kept, ...added] })
}

/**
 * Verifies a note. Signatures by unknown keys are ignored, but a single invalid signature by a
 * trusted key makes the note invalid (C2SP signed-note, §Signatures).
 * @throws TransparencyLogError the errors of `parseSignedNote`; `note.signature_wrong`,
 * `note.unsigned`
 */
export function verifySignedNote(
  source: string | Uint8Array,
  verifiers: readonly SignedNoteVerifier[],
): VerifiedSignedNote {
  const { text, signatures } = parseSignedNote(source)
  const bytes = new TextEncoder().encode(text)
  const verified: SignedNoteSignature[] = []
  const unverified: SignedNoteSignature[] = []
  for (const signature of signatures) {
    const verifier = verifiers.find((verifier) => isSameSignedNoteKey(verifier, signature))
    if (verifier === undefined) unverified.push(signature)
    // Only the first signature by each key is verified, so a note cannot force a hundred checks.
    else if (!verified.some((other) => isSameSignedNoteKey(other, signature))) {
      if (!verifier.verify(bytes, signature.signature))
        throw new TransparencyLogError(
          'note.signature_wrong',
          `The signature of ${signature.name} does not match its key.`,
        )
      verified.push(signature)
    }
  }
  if (verified.length === 0) throw new TransparencyLogError('note.unsigned', 'The note is not signed by a known key.')
  return { text, verified, unverified }
}

export const isSameSignedNoteKey = (
  a: { readonly name: string; readonly keyId: number },
  b: { readonly name: string; readonly keyId: number },
): boolean => a.name === b.name && a.keyId === b.keyId

function decodeNoteText(source: string | Uint8Array): string {
  // A character takes at least one byte, so this limits the cost of the exact check below.
  if (source.length > maxSignedNoteBytes) throw createTooLongError()
  const text = typeof source === 'string' ? source : decode(source)
  if (typeof source === 'string' && new TextEncoder().encode(text).length > maxSignedNoteBytes)
    throw createTooLongError()
  requireValidText(text)
  return text
}

const createTooLongError = (): TransparencyLogError =>
  new TransparencyLogError('note.too_long', `A note must not have more than ${maxSignedNoteBytes} bytes.`)

function decode(bytes: Uint8Array): string {
  try {
    // If a byte order mark were dropped, the verified bytes would differ from the signed ones.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new TransparencyLogError('note.not_text', 'A note must be UTF-8.')
  }
}

function requireValidText(text: string): void {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  if (!text.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(text))
    throw new TransparencyLogError(
      'note.not_text',
      'A note must be UTF-8 without control characters other than newline.',
    )
}

function requireNoteText(text: string): void {
  requireValidText(text)
  if (!text.endsWith('\n'))
    throw new TransparencyLogError('note.malformed', 'The text of a note must end with a newline.')
}
