// Decides when a witness cosigns the next checkpoint (C2SP tlog-witness, §add-checkpoint).
import { verifyLogCheckpoint, parseLogCheckpoint } from './transparency-log-checkpoint.ts'
import type { LogCheckpoint, VerifiedLogCheckpoint } from './transparency-log-checkpoint.ts'
import { computeEmptyMerkleRoot, isEqualHash } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { parseSignedNote } from './signed-note.ts'
import type { SignedNoteVerifier } from './signed-note.ts'
import { verifyConsistencyProof } from './merkle-proofs.ts'
import { parseAddCheckpointRequest } from './transparency-log-witness-protocol.ts'
import type { AddCheckpointResult } from './transparency-log-witness-protocol.ts'

export interface WitnessedLogState {
  readonly log: SignedNoteVerifier
  /** The checkpoint that the witness cosigned last. */
  readonly latest: Pick<LogCheckpoint, 'size' | 'root'> | undefined
}

/** Either a refusal, or the checkpoint, which the caller must store before cosigning it. */
export type LogWitnessDecision =
  | { readonly checkpoint: VerifiedLogCheckpoint; readonly refusal?: undefined }
  | { readonly checkpoint?: undefined; readonly refusal: AddCheckpointResult }

/**
 * Decides whether a witness cosigns. The caller must hold a lock from reading the latest checkpoint
 * until the new one is stored; without it, a log could roll back.
 * @param findLog finds a log by its origin; returns undefined if the witness does not know it
 */
export function evaluateAddCheckpointRequest(
  body: string,
  findLog: (origin: string) => WitnessedLogState | undefined,
): LogWitnessDecision {
  try {
    const { oldSize, proof, checkpoint: note } = parseAddCheckpointRequest(body)
    const { origin, size, root } = parseLogCheckpoint(parseSignedNote(note).text)
    const known = findLog(origin)
    if (known === undefined) return { refusal: { kind: 'unknown_log' } }
    const checkpoint = verifyLogCheckpoint(note, { origin, log: known.log })
    if (oldSize > size) return { refusal: { kind: 'malformed_request' } }
    const latest = known.latest ?? { size: 0, root: computeEmptyMerkleRoot() }
    if (oldSize !== latest.size) return { refusal: { kind: 'other_size', size: latest.size } }
    if (verifyConsistencyProof({ oldSize, oldRoot: latest.root, size, root, proof })) return { checkpoint }
    const isForked = oldSize === size && !isEqualHash(latest.root, root)
    return { refusal: { kind: isForked ? 'other_root' : 'inconsistent' } }
  } catch (error) {
    if (!(error instanceof TransparencyLogError)) throw error
    const isUnsigned = error.code === 'note.unsigned' || error.code === 'note.signature_wrong'
    return { refusal: { kind: isUnsigned ? 'unknown_key' : 'malformed_request' } }
  }
}
