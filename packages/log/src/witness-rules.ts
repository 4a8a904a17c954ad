// What a witness signs with its cosignature (C2SP tlog-witness, §add-checkpoint): each log's next checkpoint, where it follows from the one before. The
// rules alone, in the order of the standard; who keeps what was signed last, and keeps it before answering, is for others.
import { openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import type { Checkpoint, VerifiedCheckpoint } from './checkpoint.ts'
import { emptyRoot, equalHashes } from './hash.ts'
import { LogFault } from './log-fault.ts'
import { parseNote } from './note.ts'
import type { Verifier } from './note.ts'
import { verifyConsistency } from './proofs.ts'
import { parseAddCheckpoint } from './witness.ts'
import type { WitnessAnswer } from './witness.ts'

/** What a witness knows of a log. */
export interface WitnessedLog {
  /** The log's key. */
  readonly log: Verifier
  /** What was signed last; undefined where nothing was. */
  readonly latest: Pick<Checkpoint, 'size' | 'root'> | undefined
}

/** A checkpoint to be kept and then signed, or the answer that refuses it. */
export type WitnessDecision =
  | { readonly checkpoint: VerifiedCheckpoint; readonly refusal?: undefined }
  | { readonly checkpoint?: undefined; readonly refusal: WitnessAnswer }

/**
 * Whether a witness signs. Between reading what was signed last and keeping the new checkpoint nobody else may do the same, or what was signed goes back.
 * @param body of the request
 * @param findLog what is known of the log with an origin; undefined of a log that is not witnessed
 */
export function decideAddCheckpoint(
  body: string,
  findLog: (origin: string) => WitnessedLog | undefined,
): WitnessDecision {
  try {
    const { oldSize, proof, checkpoint: note } = parseAddCheckpoint(body)
    const { origin, size, root } = parseCheckpoint(parseNote(note).text)
    const known = findLog(origin)
    if (known === undefined) return { refusal: { kind: 'unknown_log' } }
    const checkpoint = openCheckpoint(note, { origin, log: known.log })
    if (oldSize > size) return { refusal: { kind: 'malformed_request' } }
    const latest = known.latest ?? { size: 0, root: emptyRoot() }
    if (oldSize !== latest.size) return { refusal: { kind: 'other_size', size: latest.size } }
    if (verifyConsistency({ oldSize, oldRoot: latest.root, size, root, proof })) return { checkpoint }
    const isForked = oldSize === size && !equalHashes(latest.root, root)
    return { refusal: { kind: isForked ? 'other_root' : 'inconsistent' } }
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    const isUnsigned = error.code === 'note.unsigned' || error.code === 'note.signature_wrong'
    return { refusal: { kind: isUnsigned ? 'unknown_key' : 'malformed_request' } }
  }
}
