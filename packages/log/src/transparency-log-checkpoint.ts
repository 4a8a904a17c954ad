// Checkpoints (C2SP tlog-checkpoint) are called "signed tree heads" in RFC 6962 §3.5.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { computeEmptyMerkleRoot, isEqualHash, merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isSignedNoteKeyName } from './signed-note-key-formats.ts'
import { isSameSignedNoteKey, verifySignedNote, signNote } from './signed-note.ts'
import type { SignedNoteSignature, SignedNoteSigner, SignedNoteVerifier } from './signed-note.ts'

export interface LogCheckpoint {
  /** Identifies the log. By convention, this is its URL without the scheme. */
  readonly origin: string
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
  /** Extra lines. They are not recommended, because monitors cannot verify them. */
  readonly extensions: readonly string[]
}

export interface VerifiedLogCheckpoint extends LogCheckpoint {
  readonly text: string
  /** The verified signatures by the witnesses that the caller named. */
  readonly cosignatures: readonly SignedNoteSignature[]
}

/**
 * Formats the text of a checkpoint (C2SP tlog-checkpoint, §Note text).
 * @throws TransparencyLogError `checkpoint.origin`, `checkpoint.size`, `checkpoint.root`,
 * `checkpoint.malformed`
 */
export function formatLogCheckpoint({ origin, size, root, extensions }: LogCheckpoint): string {
  // The standard only recommends this, but here the origin is also the name of the key.
  if (!isSignedNoteKeyName(origin))
    throw new TransparencyLogError('checkpoint.origin', 'An origin must not be empty or contain spaces or plus signs.')
  const text = [origin, String(size), encodeBase64(root), ...extensions].map((line) => `${line}\n`).join('')
  const { extensions: written } = parseLogCheckpoint(text)
  if (written.length !== extensions.length) throw createMalformedError()
  return text
}

/**
 * Parses the text of a checkpoint without verifying signatures, which `verifyLogCheckpoint` does.
 * @throws TransparencyLogError `checkpoint.origin`, `checkpoint.size`, `checkpoint.root`,
 * `checkpoint.malformed`
 */
export function parseLogCheckpoint(text: string): LogCheckpoint {
  if (!text.endsWith('\n')) throw createMalformedError()
  const [origin = '', sizeText, rootText, ...extensions] = text.slice(0, -1).split('\n')
  if (sizeText === undefined || rootText === undefined || extensions.includes('')) throw createMalformedError()
  if (origin === '') throw new TransparencyLogError('checkpoint.origin', 'A checkpoint must start with its origin.')
  const size = parseDecimal(sizeText)
  if (size === undefined)
    throw new TransparencyLogError(
      'checkpoint.size',
      'The size of a tree must be a decimal number without leading zeros.',
    )
  const root = decodeBase64(rootText)
  if (root === undefined || root.length !== merkleHashByteLength)
    throw new TransparencyLogError('checkpoint.root', 'The root of a tree must be 32 bytes in base64.')
  if (size === 0 && !isEqualHash(root, computeEmptyMerkleRoot()))
    throw new TransparencyLogError('checkpoint.root', 'A tree of size 0 must have the root of the empty tree.')
  return { origin, size, root, extensions }
}

/**
 * Formats and signs a checkpoint as a note.
 * @param signers the log's key first, whose name must be the origin (C2SP tlog-checkpoint,
 * §Signatures)
 * @throws TransparencyLogError the errors of `formatLogCheckpoint`
 */
export function signLogCheckpoint(
  checkpoint: LogCheckpoint,
  signers: readonly [log: SignedNoteSigner, ...others: SignedNoteSigner[]],
): string {
  if (signers[0].name !== checkpoint.origin)
    throw new TransparencyLogError('checkpoint.origin', 'The name of a log’s key must be the origin of the log.')
  return signNote(formatLogCheckpoint(checkpoint), signers)
}

export interface CheckpointTrustPolicy {
  /** The expected origin. The default is the name of the log's key. */
  readonly origin?: string
  /** The log's key. Its signature is required. */
  readonly log: SignedNoteVerifier
  /** The keys whose cosignatures are verified. The caller decides how many are enough. */
  readonly witnesses?: readonly SignedNoteVerifier[]
}

/**
 * Verifies that the log signed a checkpoint.
 * @throws TransparencyLogError the errors of `verifySignedNote` and `parseLogCheckpoint`;
 * `note.unsigned` if the log did not sign; `checkpoint.origin` if it is another log's checkpoint
 */
export function verifyLogCheckpoint(source: string | Uint8Array, trust: CheckpointTrustPolicy): VerifiedLogCheckpoint {
  const { log, witnesses = [], origin = log.name } = trust
  const { text, verified } = verifySignedNote(source, [log, ...witnesses])
  if (!verified.some((signature) => isSameSignedNoteKey(signature, log)))
    throw new TransparencyLogError('note.unsigned', 'The checkpoint is not signed by the log.')
  const checkpoint = parseLogCheckpoint(text)
  if (checkpoint.origin !== origin)
    throw new TransparencyLogError('checkpoint.origin', 'The checkpoint belongs to another log.')
  return { ...checkpoint, text, cosignatures: verified.filter((signature) => !isSameSignedNoteKey(signature, log)) }
}

const createMalformedError = (): TransparencyLogError =>
  new TransparencyLogError(
    'checkpoint.malformed',
    'A checkpoint must consist of an origin, a size and a root, each on a separate line, without empty lines.',
  )
