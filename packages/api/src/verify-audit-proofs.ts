// Verifies that lines of the activity stood in the log of a checkpoint (inclusion proofs by their audit path, RFC 9162 §2.1.3.2, as C2SP tlog-proof carries them; evidence by the opening of a commitment): the one check
// that the description of an export and the inspector make, which need nothing but the file and the key (THREATS N13, decision 0059).
import { sha256Hex } from '@countersign/log/merkle-hash'
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { verifyInclusionProof } from '@countersign/log/merkle-proofs'
import { parseTlogProof } from '@countersign/log/tlog-proof'
import type { TlogProof } from '@countersign/log/tlog-proof'
import { formatAuditEvidenceHashInput } from './format-audit-entry-hash-input.ts'
import { hashAuditEntryLeaf } from './create-incremental-audit-log-verifier.ts'
import type { AuditProofErrorCode, CheckpointVerificationResult } from './verify-audit-checkpoint.ts'
import type { ExportedAuditEntry, ExportWithAuditProofs } from './parse-exported-audit-entries.ts'
import { parseTrustedVerifierKey, verifyAuditCheckpoint } from './verify-audit-checkpoint.ts'
import { isObject, parseExportedAuditEntry } from './parse-exported-audit-entries.ts'

/** What a line says in the text that is hashed. */
export interface ParsedAuditEntryHashInput {
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: string
  /** JSON text. */
  details: string
  evidenceHash: string | null
}

/** What came of a proof. */
export interface AuditProofVerificationResult {
  /** In the order of the steps; none where the line stood in the log. */
  errors: readonly AuditProofErrorCode[]
  /** The place, from 0 on; null where the proof cannot be read. */
  index: number | null
  checkpoint: CheckpointVerificationResult | null
  hashedEntry: ParsedAuditEntryHashInput | null
  /** Whether the evidence was shown to be that of the line; null where there is none, or nothing to show it by. */
  isEvidenceVerified: boolean | null
}

/** What is known of the line that a proof came with. */
export interface AuditProofVerificationContext {
  entry: ExportedAuditEntry
  /** The line that is the leaf 0; null where that is not known. */
  firstLeaf: number | null
  /** The checkpoint of the file; null where there is none to compare with. */
  checkpoint: string | null
}

/** Looks at proofs, and at each of their checkpoints once. */
export interface AuditProofVerifier {
  verifyCheckpoint: (note: string) => CheckpointVerificationResult
  verifyProof: (text: string, given?: AuditProofVerificationContext) => AuditProofVerificationResult
}

/**
 * @param keys verifier keys of logs and of witnesses that are trusted (C2SP signed-note), the type of each says which it is
 */
export function createAuditProofVerifier(keys: readonly string[]): AuditProofVerifier {
  const trusted = keys.map(parseTrustedVerifierKey)
  const checked = new Map<string, CheckpointVerificationResult & { root: Uint8Array | null }>()
  const verifyCheckpoint = (note: string) => {
    const known = checked.get(note) ?? verifyAuditCheckpoint(note, trusted)
    checked.set(note, known)
    return known
  }
  return { verifyCheckpoint, verifyProof: (text, given) => verifyEntryProof(text, given, verifyCheckpoint) }
}

function verifyEntryProof(
  text: string,
  given: AuditProofVerificationContext | undefined,
  checkCheckpoint: (note: string) => CheckpointVerificationResult & { root: Uint8Array | null },
): AuditProofVerificationResult {
  const proof = parseProof(text)
  if (proof === null)
    return { errors: ['proof_malformed'], index: null, checkpoint: null, hashedEntry: null, isEvidenceVerified: null }
  const errors: AuditProofErrorCode[] = []
  const hashed = proof.extra === undefined ? null : new TextDecoder().decode(proof.extra)
  const hashedEntry = hashed === null ? null : parseHashedEntry(hashed)
  if (hashed === null) errors.push('text_missing')
  else if (hashedEntry === null) errors.push('text_malformed')
  let isEvidenceVerified: boolean | null = null
  if (given !== undefined) {
    const { entry, firstLeaf } = given
    if (hashedEntry !== null && !isSameEntry(entry, hashedEntry)) errors.push('line_differs')
    if (firstLeaf !== null && entry.sequence - firstLeaf !== proof.index) errors.push('place_differs')
    if (hashedEntry !== null && entry.opening !== null)
      isEvidenceVerified = isCommitmentOpened(entry.opening, entry.evidence, hashedEntry.evidenceHash)
    if (isEvidenceVerified === false) errors.push('evidence_differs')
    if (given.checkpoint !== null && given.checkpoint !== proof.checkpoint) errors.push('checkpoint_differs')
  }
  const checkpoint = checkCheckpoint(proof.checkpoint)
  if (hashed !== null && !isIncluded(hashed, proof, checkpoint)) errors.push('path_wrong')
  return {
    errors: [...errors, ...checkpoint.errors],
    index: proof.index,
    checkpoint,
    hashedEntry,
    isEvidenceVerified,
  }
}

function parseProof(text: string): TlogProof | null {
  try {
    return parseTlogProof(text)
  } catch (error) {
    if (error instanceof TransparencyLogError) return null
    throw error
  }
}

/** A checkpoint that cannot be read is a fault of its own, and its path none. */
const isIncluded = (
  hashed: string,
  { index, proof }: TlogProof,
  { size, root }: { size: number | null; root: Uint8Array | null },
): boolean =>
  size === null ||
  root === null ||
  verifyInclusionProof({ leafHash: hashAuditEntryLeaf(sha256Hex(hashed)), index, size, root, proof })

/** What `formatTreeEventHashInput` wrote, or, of an instance of the release before, `formatChainedEventHashInput`; null for any other text. */
function parseHashedEntry(text: string): ParsedAuditEntryHashInput | null {
  const members = parseJson(text)
  if (!Array.isArray(members) || (members.length !== 5 && members.length !== 7)) return null
  const [at, type, outcome, details, evidenceHash] = members.slice(-5) as unknown[]
  const isLine =
    typeof at === 'number' &&
    typeof type === 'string' &&
    typeof outcome === 'string' &&
    typeof details === 'string' &&
    (typeof evidenceHash === 'string' || evidenceHash === null)
  return isLine ? { at, type, outcome, details, evidenceHash } : null
}

const isSameEntry = (line: ExportedAuditEntry, says: ParsedAuditEntryHashInput): boolean =>
  Date.parse(line.at) === says.at &&
  line.type === says.type &&
  line.outcome === says.outcome &&
  sortMembers(line.details) === sortMembers(parseJson(says.details))

/** A program that wrote the file anew may have put members in another order, which says nothing else. */
const sortMembers = (members: unknown): string =>
  JSON.stringify(Object.entries(isObject(members) ? members : {}).sort(([one], [other]) => (one < other ? -1 : 1)))

const isCommitmentOpened = (
  { salt, personId }: { salt: string; personId: string | null },
  evidence: Readonly<Record<string, unknown>>,
  evidenceHash: string | null,
): boolean => sha256Hex(formatAuditEvidenceHashInput(salt, personId, JSON.stringify(evidence))) === evidenceHash

/** What came of a line of a file: null where it has no proof, and need not have one. */
export interface ExportedEntryVerificationResult {
  /** Null where it cannot be read. */
  entry: ExportedAuditEntry | null
  result: AuditProofVerificationResult | null
}

/**
 * Looks at the lines of a file one after the other, so that whoever shows it can do something else in between.
 * @param trusted verifier keys that are trusted instead of those that the file names
 */
export function* verifyExportedAuditEntries(
  { log, activity }: ExportWithAuditProofs,
  trusted?: readonly string[],
): Generator<ExportedEntryVerificationResult, void> {
  const check = createExportVerifier(log, trusted)
  const size = log.checkpoint === null ? 0 : (check.verifyCheckpoint(log.checkpoint).size ?? 0)
  const without = (fault: AuditProofErrorCode): AuditProofVerificationResult => ({
    errors: [fault],
    index: null,
    checkpoint: null,
    hashedEntry: null,
    isEvidenceVerified: null,
  })
  for (const item of activity) {
    const entry = parseExportedAuditEntry(item)
    if (entry === null) yield { entry, result: without('line_malformed') }
    else if (entry.proof !== null) {
      const given = { entry, firstLeaf: log.firstLeaf, checkpoint: log.checkpoint }
      yield { entry, result: check.verifyProof(entry.proof, given) }
    } else {
      const index = entry.sequence - log.firstLeaf
      yield { entry, result: index >= 0 && index < size ? without('proof_missing') : null }
    }
  }
}

/** What came of the checkpoint of a file; null where it has none. */
export const verifyExportCheckpoint = (
  { log }: ExportWithAuditProofs,
  trusted?: readonly string[],
): CheckpointVerificationResult | null =>
  log.checkpoint === null ? null : createExportVerifier(log, trusted).verifyCheckpoint(log.checkpoint)

const createExportVerifier = (
  { verifierKey, witnesses }: ExportWithAuditProofs['log'],
  trusted?: readonly string[],
): AuditProofVerifier =>
  createAuditProofVerifier(trusted ?? [...(verifierKey === null ? [] : [verifierKey]), ...witnesses])

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
