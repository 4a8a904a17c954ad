// Checkpoints (C2SP tlog-checkpoint; "signed tree head" of RFC 6962 §3.5): a note that says of a log how many entries it has and what its root is.
import { fromBase64, toBase64 } from './base64.ts'
import { fromDecimal } from './decimal.ts'
import { emptyRoot, equalHashes, hashBytes } from './hash.ts'
import { LogFault } from './log-fault.ts'
import { isKeyName } from './note-key.ts'
import { isSameKey, openNote, signNote } from './note.ts'
import type { NoteSignature, Signer, Verifier } from './note.ts'

/** The head of a log. */
export interface Checkpoint {
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
export interface VerifiedCheckpoint extends Checkpoint {
  /** The text that was signed. */
  readonly text: string
  /** Of the witnesses that were asked for and have signed. */
  readonly cosignatures: readonly NoteSignature[]
}

/**
 * The text of a checkpoint (C2SP tlog-checkpoint, §Note text), to be signed.
 * @throws LogFault `checkpoint.origin`, `checkpoint.size`, `checkpoint.root`, `checkpoint.malformed`
 */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  // The standard recommends it of an origin; ours is the name of a key too.
  if (!isKeyName(origin))
    throw new LogFault('checkpoint.origin', 'An origin is not empty, and has no space and no plus.')
  const text = [origin, String(size), toBase64(root), ...extensions].map((line) => `${line}\n`).join('')
  const { extensions: written } = parseCheckpoint(text)
  if (written.length !== extensions.length) throw malformed()
  return text
}

/**
 * Reads the text of a checkpoint. It says nothing of who signed: `openCheckpoint` does.
 * @throws LogFault `checkpoint.origin`, `checkpoint.size`, `checkpoint.root`, `checkpoint.malformed`
 */
export function parseCheckpoint(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw malformed()
  const [origin = '', sizeText, rootText, ...extensions] = text.slice(0, -1).split('\n')
  if (sizeText === undefined || rootText === undefined || extensions.includes('')) throw malformed()
  if (origin === '') throw new LogFault('checkpoint.origin', 'A checkpoint begins with its origin.')
  const size = fromDecimal(sizeText)
  if (size === undefined)
    throw new LogFault('checkpoint.size', 'The size of a tree is a decimal without leading zeros.')
  const root = fromBase64(rootText)
  if (root === undefined || root.length !== hashBytes)
    throw new LogFault('checkpoint.root', 'The root of a tree is 32 bytes in base64.')
  if (size === 0 && !equalHashes(root, emptyRoot()))
    throw new LogFault('checkpoint.root', 'The empty tree has another root.')
  return { origin, size, root, extensions }
}

/**
 * The checkpoint as a signed note.
 * @param signers the log's key first, whose name is the origin (C2SP tlog-checkpoint, §Signatures); then any others
 * @throws LogFault as `formatCheckpoint`; `checkpoint.origin` where the first signer has another name
 */
export function signCheckpoint(checkpoint: Checkpoint, signers: readonly [log: Signer, ...others: Signer[]]): string {
  if (signers[0].name !== checkpoint.origin)
    throw new LogFault('checkpoint.origin', 'The key of a log is named after its origin.')
  return signNote(formatCheckpoint(checkpoint), signers)
}

/** Whom to believe about a log. */
export interface CheckpointTrust {
  /** What the first line has to say; the name of the log's key, where it is left out. */
  readonly origin?: string
  /** The log's key, which must have signed. */
  readonly log: Verifier
  /** Keys whose cosignatures are looked for; how many are enough is for the caller to say. */
  readonly witnesses?: readonly Verifier[]
}

/**
 * Reads a checkpoint that its log has signed.
 * @param source the note, in UTF-8 where it is bytes
 * @throws LogFault as `openNote` and `parseCheckpoint`; `note.unsigned` where the log itself has not signed; `checkpoint.origin` where it is of another log
 */
export function openCheckpoint(source: string | Uint8Array, trust: CheckpointTrust): VerifiedCheckpoint {
  const { log, witnesses = [], origin = log.name } = trust
  const { text, verified } = openNote(source, [log, ...witnesses])
  if (!verified.some((signature) => isSameKey(signature, log)))
    throw new LogFault('note.unsigned', 'The log has not signed the checkpoint.')
  const checkpoint = parseCheckpoint(text)
  if (checkpoint.origin !== origin) throw new LogFault('checkpoint.origin', 'The checkpoint is of another log.')
  return { ...checkpoint, text, cosignatures: verified.filter((signature) => !isSameKey(signature, log)) }
}

const malformed = (): LogFault =>
  new LogFault(
    'checkpoint.malformed',
    'A checkpoint is an origin, a size and a root, each on a line, and no empty line.',
  )
