// What a witness signs with its cosignature (C2SP tlog-witness, §add-checkpoint): each log's next checkpoint, where it follows from the one before. The
// rules alone, in the order of the standard; who keeps what was signed last, and keeps it before answering, is for others.
import { verifyLogCheckpoint, parseLogCheckpoint } from './transparency-log-checkpoint.ts'
import type { LogCheckpoint, VerifiedLogCheckpoint } from './transparency-log-checkpoint.ts'
import { computeEmptyMerkleRoot, isEqualHash } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { parseSignedNote } from './signed-note.ts'
import type { SignedNoteVerifier } from './signed-note.ts'
import { verifyConsistencyProof } from './merkle-proofs.ts'
import { parseAddCheckpointRequest } from './transparency-log-witness-protocol.ts'
import type { AddCheckpointResult } from './transparency-log-witness-protocol.ts'

/** What a witness knows of a log. */
export interface WitnessedLogState {
  /** The log's key. */
  readonly log: SignedNoteVerifier
  /** What was signed last; undefined where nothing was. */
  readonly latest: Pick<LogCheckpoint, 'size' | 'root'> | undefined
}

/** A checkpoint to be kept and then signed, or the answer that refuses it. */
export type LogWitnessDecision =
  | { readonly checkpoint: VerifiedLogCheckpoint; readonly refusal?: undefined }
  | { readonly checkpoint?: undefined; readonly refusal: AddCheckpointResult }

/**
 * Whether a witness signs. Between reading what was signed last and keeping the new checkpoint nobody else may do the same, or what was signed goes back.
 * @param body of the request
 * @param findLog what is known of the log with an origin; undefined of a log that is not witnessed
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
