// Signed notes (C2SP signed-note; Go's sumdb/note): a text, a blank line, and lines with signatures. Who reads one trusts the keys they know, and
// overlooks all others, so that anybody may add a signature of theirs.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isSignedNoteKeyName } from './signed-note-key-formats.ts'

/** The longest note that is read, in bytes, and the most signatures; 16 have to be accepted (C2SP signed-note, §Format). */
export const maxSignedNoteBytes = 1_000_000
export const maxSignedNoteSignatures = 100

/** One signature line. */
export interface SignedNoteSignature {
  readonly name: string
  /** Of `computeSignedNoteKeyId`: a whole number of 32 bits. */
  readonly keyId: number
  /** What stands after the key id: for Ed25519 64 bytes, for a cosignature 8 of time before them. */
  readonly signature: Uint8Array
}

/** A note whose signatures nobody has looked at yet. */
export interface SignedNote {
  /** Ends in a newline. */
  readonly text: string
  readonly signatures: readonly SignedNoteSignature[]
}

/** Who signs notes; of `createSignedNoteSigner` or `createCheckpointCosigner`. */
export interface SignedNoteSigner {
  readonly name: string
  readonly keyId: number
  /** @param text the note's text in UTF-8 */
  readonly sign: (text: Uint8Array) => Uint8Array
}

/** A key that is trusted; of `createSignedNoteVerifier`. */
export interface SignedNoteVerifier {
  readonly name: string
  readonly keyId: number
  /** @param text the note's text in UTF-8 */
  readonly verify: (text: Uint8Array, signature: Uint8Array) => boolean
}

/** A note that a trusted key has signed. */
export interface VerifiedSignedNote {
  readonly text: string
  /** Those of trusted keys, one for each key, in the note's order; never empty. */
  readonly verified: readonly SignedNoteSignature[]
  /** Those of unknown keys, which mean nothing. */
  readonly unverified: readonly SignedNoteSignature[]
}

/**
 * Takes a note apart; nothing is verified.
 * @param source the note, in UTF-8 where it is bytes
 * @throws TransparencyLogError `note.too_long`, `note.not_text`, `note.malformed`, `note.too_many_signatures`
 */
export function parseSignedNote(source: string | Uint8Array): SignedNote {
  const note = decodeNoteText(source)
  // The last empty line ends the text, which may have others (C2SP signed-note, §Format).
  const end = note.lastIndexOf('\n\n')
  if (end < 0) throw new TransparencyLogError('note.malformed', 'A note has a blank line before its signatures.')
  return { text: note.slice(0, end + 1), signatures: parseSignedNoteSignatures(note.slice(end + 2)) }
}

/**
 * Reads signature lines, as they end a note and as a witness answers them (C2SP tlog-witness).
 * @param lines one at least, each with a newline at its end
 * @throws TransparencyLogError `note.malformed`, `note.too_many_signatures`
 */
export function parseSignedNoteSignatures(lines: string): SignedNoteSignature[] {
  if (!lines.endsWith('\n')) throw new TransparencyLogError('note.malformed', 'A signature line ends with a newline.')
  const signatures = lines.slice(0, -1).split('\n', maxSignedNoteSignatures + 1)
  if (signatures.length > maxSignedNoteSignatures)
    throw new TransparencyLogError(
      'note.too_many_signatures',
      `A note has ${maxSignedNoteSignatures} signatures at most.`,
    )
  return signatures.map(parseSignature)
}

function parseSignature(line: string): SignedNoteSignature {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ')
  const bytes = decodeBase64(encoded)
  // The key id has four bytes, and something follows it.
  if (dash !== '\u2014' || !isSignedNoteKeyName(name) || bytes === undefined || bytes.length < 5 || rest.length > 0)
    throw new TransparencyLogError(
      'note.malformed',
      'A signature line is an em dash, the name of a key, and a signature in base64.',
    )
  return { name, keyId: new DataView(bytes.buffer).getUint32(0), signature: bytes.slice(4) }
}

/**
 * Writes a note, with the signatures it is given.
 * @throws TransparencyLogError where it could not be read again: `note.not_text`, `note.malformed`, `note.too_long`, `note.too_many_signatures`
 */
export function formatSignedNote({ text, signatures }: SignedNote): string {
  requireNoteText(text)
  const note = `${text}\n${formatSignedNoteSignatures(signatures)}`
  parseSignedNote(note)
  return note
}

/** Signature lines, each with a newline at its end. */
export const formatSignedNoteSignatures = (signatures: readonly SignedNoteSignature[]): string =>
  signatures.map(formatSignature).join('')

function formatSignature({ name, keyId, signature }: SignedNoteSignature): string {
  const bytes = new Uint8Array(4 + signature.length)
  new DataView(bytes.buffer).setUint32(0, keyId)
  bytes.set(signature, 4)
  return `\u2014 ${name} ${encodeBase64(bytes)}\n`
}

/**
 * The signature of each signer over a text.
 * @param text ends in a newline
 * @throws TransparencyLogError `note.malformed`, `note.not_text`
 */
export function createSignedNoteSignatures(text: string, signers: readonly SignedNoteSigner[]): SignedNoteSignature[] {
  requireNoteText(text)
  const bytes = new TextEncoder().encode(text)
  return signers.map(({ name, keyId, sign }) => ({ name, keyId, signature: sign(bytes) }))
}

/**
 * A note with a text, signed by each signer, in this order.
 * @param text ends in a newline
 * @throws TransparencyLogError as `formatNote`
 */
export const signNote = (text: string, signers: readonly SignedNoteSigner[]): string =>
  formatSignedNote({ text, signatures: createSignedNoteSignatures(text, signers) })

/**
 * The note with more signatures at its end; of a key that has signed already, the new one takes the place of the old.
 * @throws TransparencyLogError as `parseNote` and `formatNote`
 */
export function addSignedNoteSignatures(source: string | Uint8Array, added: readonly SignedNoteSignature[]): string {
  const { text, signatures } = parseSignedNote(source)
  const kept = signatures.filter((signature) => !added.some((other) => isSameSignedNoteKey(signature, other)))
  return formatSignedNote({ text, signatures: [...kept, ...added] })
}

/**
 * Reads a note, and verifies every signature of a key that is known. Signatures of unknown keys are overlooked; a wrong one of a known key is a reason to
 * trust nothing of the note (C2SP signed-note, §Signatures).
 * @param verifiers the keys that are trusted
 * @throws TransparencyLogError as `parseNote`; `note.signature_wrong`; `note.unsigned` where no known key has signed
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
    // A key signs once: what it says again is overlooked, so that nobody can have it verified a hundred times.
    else if (!verified.some((other) => isSameSignedNoteKey(other, signature))) {
      if (!verifier.verify(bytes, signature.signature))
        throw new TransparencyLogError(
          'note.signature_wrong',
          `The signature of ${signature.name} is not that of its key.`,
        )
      verified.push(signature)
    }
  }
  if (verified.length === 0)
    throw new TransparencyLogError('note.unsigned', 'No key that is known has signed the note.')
  return { text, verified, unverified }
}

/** Whether both are of one key: by name and id together (C2SP signed-note, §Signatures). */
export const isSameSignedNoteKey = (
  a: { readonly name: string; readonly keyId: number },
  b: { readonly name: string; readonly keyId: number },
): boolean => a.name === b.name && a.keyId === b.keyId

/** The source as text: valid UTF-8, without control characters other than newline, and not too long (C2SP signed-note, §Format). */
function decodeNoteText(source: string | Uint8Array): string {
  // A character is one byte at least; what passes here is short enough to be counted.
  if (source.length > maxSignedNoteBytes) throw createTooLongError()
  const text = typeof source === 'string' ? source : decode(source)
  if (typeof source === 'string' && new TextEncoder().encode(text).length > maxSignedNoteBytes)
    throw createTooLongError()
  requireValidText(text)
  return text
}

const createTooLongError = (): TransparencyLogError =>
  new TransparencyLogError('note.too_long', `A note has ${maxSignedNoteBytes} bytes at most.`)

function decode(bytes: Uint8Array): string {
  try {
    // A byte order mark is a character of the text like any other: without it, other bytes would be verified.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new TransparencyLogError('note.not_text', 'A note is UTF-8.')
  }
}

function requireValidText(text: string): void {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  if (!text.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(text))
    throw new TransparencyLogError('note.not_text', 'A note is UTF-8, and has no control character but newline.')
}

function requireNoteText(text: string): void {
  requireValidText(text)
  if (!text.endsWith('\n')) throw new TransparencyLogError('note.malformed', 'The text of a note ends with a newline.')
}
