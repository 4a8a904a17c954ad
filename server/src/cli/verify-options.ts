// What `countersign activity verify` is given beside the database: places that were noted, checkpoints that were kept, the key that they are verified
// by, and how far an earlier reading came.
import { openCheckpoint } from '@countersign/log/checkpoint'
import { LogFault } from '@countersign/log/log-fault'
import { parseVerifierKey } from '@countersign/log/note-key'
import { createVerifier } from '@countersign/log/note-signers'
import type { Verifier } from '@countersign/log/note'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { NotedHead, VerifiedPlace } from '../audit-log/verify.ts'

/** A command that was typed, or a file that was given, in a way that cannot be used. */
export class UnusableOption extends Error {}

export interface VerifyOptions {
  noted: NotedHead[]
  /** Files. */
  checkpoints: string[]
  key: Verifier | null
  /** A file. */
  progress: string | null
}

/** @throws UnusableOption */
export function readNotedHead(text: string): NotedHead {
  const parts = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(text)
  if (parts === null) throw new UnusableOption(`"${text}" is not a line as this command prints it: SEQUENCE:HASH.`)
  return { sequence: Number(parts[1]), hash: parts[2] as string }
}

/** @throws UnusableOption */
export function readKey(text: string): Verifier {
  try {
    return createVerifier(parseVerifierKey(text.trim()))
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    throw new UnusableOption(`"${text}" is not a key as "activity key" prints it. ${error.message}`)
  }
}

/** A checkpoint that one of the keys has signed. */
export interface KeptCheckpoint {
  file: string
  size: number
  root: Uint8Array
}

/**
 * Reads a checkpoint.
 * @returns null where none of the keys has signed it
 * @throws UnusableOption where the file cannot be read, or is no checkpoint
 */
export function readCheckpointFile(file: string, keys: readonly Verifier[]): KeptCheckpoint | null {
  const note = readOrRefuse(file)
  for (const log of keys) {
    try {
      const { size, root } = openCheckpoint(note, { log })
      return { file, size, root }
    } catch (error) {
      if (!(error instanceof LogFault)) throw error
      if (!error.code.startsWith('note.unsigned') && error.code !== 'note.signature_wrong')
        throw new UnusableOption(`${file} is no checkpoint. ${error.message}`)
    }
  }
  return null
}

function readOrRefuse(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UnusableOption(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

const format = 'countersign-activity-verify-1'

/**
 * How far an earlier reading came.
 * @returns undefined where there is no such file yet
 * @throws UnusableOption where it holds something else
 */
export function readProgress(file: string): VerifiedPlace | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UnusableOption(`${file} cannot be read: ${(error as Error).message}.`)
  }
  try {
    const { format: said, place } = JSON.parse(text) as { format: unknown; place: VerifiedPlace }
    const { sequence, hash, last, tree, letGo, erased } = place
    const texts = [hash, last, tree, letGo].every((value) => typeof value === 'string')
    if (said === format && texts && Number.isSafeInteger(sequence) && Number.isSafeInteger(erased)) return place
  } catch {
    // Said below.
  }
  throw new UnusableOption(`${file} is not what an earlier reading left. Name another file, or remove it.`)
}

/** Whole or not at all: whoever ends the process in between goes on from the place before. */
export function writeProgress(file: string, place: VerifiedPlace): void {
  writeFileSync(`${file}.new`, `${JSON.stringify({ format, place })}\n`)
  renameSync(`${file}.new`, file)
}
