// Checkpoints (C2SP tlog-checkpoint; "signed tree head" of RFC 6962 §3.5): a note that says of a log how many entries it has and what its root is.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { computeEmptyMerkleRoot, isEqualHash, merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isSignedNoteKeyName } from './signed-note-key-formats.ts'
import { isSameSignedNoteKey, verifySignedNote, signNote } from './signed-note.ts'
import type { SignedNoteSignature, SignedNoteSigner, SignedNoteVerifier } from './signed-note.ts'

/** The head of a log. */
export interface LogCheckpoint {
  /** Which log: by convention its URL without the scheme. */
  readonly origin: string
  /** Leaves of the tree. */
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
  /** Lines that say something more; not recommended, as nobody who watches the log can verify them. */
  readonly extensions: readonly string[]
}

/** A checkpoint that its log has signed. */
export interface VerifiedLogCheckpoint extends LogCheckpoint {
  /** The text that was signed. */
  readonly text: string
  /** Of the witnesses that were asked for and have signed. */
  readonly cosignatures: readonly SignedNoteSignature[]
}

/**
 * The text of a checkpoint (C2SP tlog-checkpoint, §Note text), to be signed.
 * @throws TransparencyLogError `checkpoint.origin`, `checkpoint.size`, `checkpoint.root`, `checkpoint.malformed`
 */
export function formatLogCheckpoint({ origin, size, root, extensions }: LogCheckpoint): string {
  // The standard recommends it of an origin; ours is the name of a key too.
  if (!isSignedNoteKeyName(origin))
    throw new TransparencyLogError('checkpoint.origin', 'An origin is not empty, and has no space and no plus.')
  const text = [origin, String(size), encodeBase64(root), ...extensions].map((line) => `${line}\n`).join('')
  const { extensions: written } = parseLogCheckpoint(text)
  if (written.length !== extensions.length) throw createMalformedError()
  return text
}

/**
 * Reads the text of a checkpoint. It says nothing of who signed: `verifyCheckpoint` does.
 * @throws TransparencyLogError `checkpoint.origin`, `checkpoint.size`, `checkpoint.root`, `checkpoint.malformed`
 */
export function parseLogCheckpoint(text: string): LogCheckpoint {
  if (!text.endsWith('\n')) throw createMalformedError()
  const [origin = '', sizeText, rootText, ...extensions] = text.slice(0, -1).split('\n')
  if (sizeText === undefined || rootText === undefined || extensions.includes('')) throw createMalformedError()
  if (origin === '') throw new TransparencyLogError('checkpoint.origin', 'A checkpoint begins with its origin.')
  const size = parseDecimal(sizeText)
  if (size === undefined)
    throw new TransparencyLogError('checkpoint.size', 'The size of a tree is a decimal without leading zeros.')
  const root = decodeBase64(rootText)
  if (root === undefined || root.length !== merkleHashByteLength)
    throw new TransparencyLogError('checkpoint.root', 'The root of a tree is 32 bytes in base64.')
  if (size === 0 && !isEqualHash(root, computeEmptyMerkleRoot()))
    throw new TransparencyLogError('checkpoint.root', 'The empty tree has another root.')
  return { origin, size, root, extensions }
}

/**
 * The checkpoint as a signed note.
 * @param signers the log's key first, whose name is the origin (C2SP tlog-checkpoint, §Signatures); then any others
 * @throws TransparencyLogError as `formatCheckpoint`; `checkpoint.origin` where the first signer has another name
 */
export function signLogCheckpoint(
  checkpoint: LogCheckpoint,
  signers: readonly [log: SignedNoteSigner, ...others: SignedNoteSigner[]],
): string {
  if (signers[0].name !== checkpoint.origin)
    throw new TransparencyLogError('checkpoint.origin', 'The key of a log is named after its origin.')
  return signNote(formatLogCheckpoint(checkpoint), signers)
}

/** Whom to believe about a log. */
export interface CheckpointTrustPolicy {
  /** What the first line has to say; the name of the log's key, where it is left out. */
  readonly origin?: string
  /** The log's key, which must have signed. */
  readonly log: SignedNoteVerifier
  /** Keys whose cosignatures are looked for; how many are enough is for the caller to say. */
  readonly witnesses?: readonly SignedNoteVerifier[]
}

/**
 * Reads a checkpoint that its log has signed.
 * @param source the note, in UTF-8 where it is bytes
 * @throws TransparencyLogError as `verifyNote` and `parseCheckpoint`; `note.unsigned` where the log itself has not signed; `checkpoint.origin` where it is of another log
 */
export function verifyLogCheckpoint(source: string | Uint8Array, trust: CheckpointTrustPolicy): VerifiedLogCheckpoint {
  const { log, witnesses = [], origin = log.name } = trust
  const { text, verified } = verifySignedNote(source, [log, ...witnesses])
  if (!verified.some((signature) => isSameSignedNoteKey(signature, log)))
    throw new TransparencyLogError('note.unsigned', 'The log has not signed the checkpoint.')
  const checkpoint = parseLogCheckpoint(text)
  if (checkpoint.origin !== origin)
    throw new TransparencyLogError('checkpoint.origin', 'The checkpoint is of another log.')
  return { ...checkpoint, text, cosignatures: verified.filter((signature) => !isSameSignedNoteKey(signature, log)) }
}

const createMalformedError = (): TransparencyLogError =>
  new TransparencyLogError(
    'checkpoint.malformed',
    'A checkpoint is an origin, a size and a root, each on a line, and no empty line.',
  )
