// Verifies proofs offline (RFC 9162 §2.1.3.2, C2SP tlog-proof, THREATS N13, decision 0059).
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

export interface ParsedAuditEntryHashInput {
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: string
  /** JSON. */
  details: string
  evidenceHash: string | null
}

export interface AuditProofVerificationResult {
  /** The errors in the order of the checks; empty if the proof is valid. */
  errors: readonly AuditProofErrorCode[]
  /** The index of the leaf, from 0; null if the proof is malformed. */
  index: number | null
  checkpoint: CheckpointVerificationResult | null
  hashedEntry: ParsedAuditEntryHashInput | null
  /** Null if the entry has no evidence, or if the file has no opening for its commitment. */
  isEvidenceVerified: boolean | null
}

export interface AuditProofVerificationContext {
  entry: ExportedAuditEntry
  /** The sequence number of leaf 0; null if unknown. */
  firstLeaf: number | null
  /** The checkpoint in the file; null if there is none to compare with. */
  checkpoint: string | null
}

/** Verifies proofs. A checkpoint that occurs in several proofs is verified only once. */
export interface AuditProofVerifier {
  verifyCheckpoint: (note: string) => CheckpointVerificationResult
  verifyProof: (text: string, given?: AuditProofVerificationContext) => AuditProofVerificationResult
}

/** @param keys trusted verifier keys of logs and witnesses (C2SP signed-note) */
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

// Returns true for a malformed checkpoint, because that error has already been reported.
const isIncluded = (
  hashed: string,
  { index, proof }: TlogProof,
  { size, root }: { size: number | null; root: Uint8Array | null },
): boolean =>
  size === null ||
  root === null ||
  verifyInclusionProof({ leafHash: hashAuditEntryLeaf(sha256Hex(hashed)), index, size, root, proof })

// Entries of the previous release have seven members (`formatChainedEntryHashInput`).
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

// Programs that rewrite the file may change the order of the members.
const sortMembers = (members: unknown): string =>
  JSON.stringify(Object.entries(isObject(members) ? members : {}).sort(([one], [other]) => (one < other ? -1 : 1)))

const isCommitmentOpened = (
  { salt, personId }: { salt: string; personId: string | null },
  evidence: Readonly<Record<string, unknown>>,
  evidenceHash: string | null,
): boolean => sha256Hex(formatAuditEvidenceHashInput(salt, personId, JSON.stringify(evidence))) === evidenceHash

/** `result` is null if the entry has no proof and needs none. */
export interface ExportedEntryVerificationResult {
  /** Null if unreadable. */
  entry: ExportedAuditEntry | null
  result: AuditProofVerificationResult | null
}

/**
 * This is a generator, so that the caller can yield to the UI in between.
 * @param trusted verifier keys to trust instead of those in the file
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

/** Returns null if the file has no checkpoint. */
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
