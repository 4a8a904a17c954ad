// Input of `countersign audit verify`: recorded heads, saved checkpoints, keys and progress.
import { verifyLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import type { SignedNoteVerifier } from '@countersign/log/signed-note'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { ExternallySavedAuditLogHead, AuditLogVerificationResumePoint } from '../audit-log/verify-audit-log.ts'

export class InvalidOptionError extends Error {}

export interface AuditLogVerifyCliOptions {
  recordedHeads: ExternallySavedAuditLogHead[]
  checkpoints: string[]
  key: SignedNoteVerifier | null
  progress: string | null
}

export function parseExternallySavedAuditLogHead(text: string): ExternallySavedAuditLogHead {
  const parts = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(text)
  if (parts === null)
    throw new InvalidOptionError(`"${text}" is not a log head in the form that this command prints: SEQUENCE:HASH.`)
  return { sequence: Number(parts[1]), hash: parts[2] as string }
}

export function parseVerifierKeyOption(text: string): SignedNoteVerifier {
  try {
    return createSignedNoteVerifier(parseSignedNoteVerifierKey(text.trim()))
  } catch (error) {
    if (!(error instanceof TransparencyLogError)) throw error
    throw new InvalidOptionError(`"${text}" is not a key in the form that "audit key" prints. ${error.message}`)
  }
}

export interface ExternallySavedCheckpoint {
  file: string
  size: number
  root: Uint8Array
}

/** Returns null if none of the keys signed the checkpoint. */
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
        throw new InvalidOptionError(`${file} is not a checkpoint. ${error.message}`)
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
  } catch {}
  throw new InvalidOptionError(
    `${file} does not contain the progress of an earlier run. Specify another file, or remove this one.`,
  )
}

/** Replaces the file atomically, so that an interrupted process leaves the previous state. */
export function storeAuditLogVerifyProgress(file: string, place: AuditLogVerificationResumePoint): void {
  writeFileSync(`${file}.new`, `${JSON.stringify({ format: progressFormat, place })}\n`)
  renameSync(`${file}.new`, file)
}
