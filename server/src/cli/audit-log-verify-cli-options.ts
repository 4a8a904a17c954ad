// What `countersign audit verify` is given beside the database: places that were noted, checkpoints that were kept, the key that they are verified
// by, and how far an earlier reading came.
import { verifyLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import type { SignedNoteVerifier } from '@countersign/log/signed-note'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { ExternallySavedAuditLogHead, AuditLogVerificationResumePoint } from '../audit-log/verify-audit-log.ts'

/** A command that was typed, or a file that was given, in a way that cannot be used. */
export class InvalidOptionError extends Error {}

export interface AuditLogVerifyCliOptions {
  recordedHeads: ExternallySavedAuditLogHead[]
  /** Files. */
  checkpoints: string[]
  key: SignedNoteVerifier | null
  /** A file. */
  progress: string | null
}

/** @throws InvalidOptionError */
export function parseExternallySavedAuditLogHead(text: string): ExternallySavedAuditLogHead {
  const parts = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(text)
  if (parts === null) throw new InvalidOptionError(`"${text}" is not a line as this command prints it: SEQUENCE:HASH.`)
  return { sequence: Number(parts[1]), hash: parts[2] as string }
}

/** @throws InvalidOptionError */
export function parseVerifierKeyOption(text: string): SignedNoteVerifier {
  try {
    return createSignedNoteVerifier(parseSignedNoteVerifierKey(text.trim()))
  } catch (error) {
    if (!(error instanceof TransparencyLogError)) throw error
    throw new InvalidOptionError(`"${text}" is not a key as "audit key" prints it. ${error.message}`)
  }
}

/** A checkpoint that one of the keys has signed. */
export interface ExternallySavedCheckpoint {
  file: string
  size: number
  root: Uint8Array
}

/**
 * Reads a checkpoint.
 * @returns null where none of the keys has signed it
 * @throws InvalidOptionError where the file cannot be read, or is no checkpoint
 */
export function loadSignedCheckpointFile(
  file: string,
  keys: readonly SignedNoteVerifier[],
): ExternallySavedCheckpoint | null {
  const note = loadFileOrThrow(file)
  for (const log of keys) {
    try {
      const { size, root } = verifyLogCheckpoint(note, { log })
      return { file, size, root }
    } catch (error) {
      if (!(error instanceof TransparencyLogError)) throw error
      if (!error.code.startsWith('note.unsigned') && error.code !== 'note.signature_wrong')
        throw new InvalidOptionError(`${file} is no checkpoint. ${error.message}`)
    }
  }
  return null
}

function loadFileOrThrow(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new InvalidOptionError(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

const progressFormat = 'countersign-activity-verify-1'

/**
 * How far an earlier reading came.
 * @returns undefined where there is no such file yet
 * @throws InvalidOptionError where it holds something else
 */
export function loadAuditLogVerifyProgress(file: string): AuditLogVerificationResumePoint | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new InvalidOptionError(`${file} cannot be read: ${(error as Error).message}.`)
  }
  try {
    const { format: said, place } = JSON.parse(text) as { format: unknown; place: AuditLogVerificationResumePoint }
    const { sequence, hash, last, tree, letGo, erased } = place
    const texts = [hash, last, tree, letGo].every((value) => typeof value === 'string')
    if (said === progressFormat && texts && Number.isSafeInteger(sequence) && Number.isSafeInteger(erased)) return place
  } catch {
    // Said below.
  }
  throw new InvalidOptionError(`${file} is not what an earlier reading left. Name another file, or remove it.`)
}

/** Whole or not at all: whoever ends the process in between goes on from the place before. */
export function storeAuditLogVerifyProgress(file: string, place: AuditLogVerificationResumePoint): void {
  writeFileSync(`${file}.new`, `${JSON.stringify({ format: progressFormat, place })}\n`)
  renameSync(`${file}.new`, file)
}
