// Verifies that lines of the activity stood in the log of a checkpoint (inclusion proofs by their audit path, RFC 9162 §2.1.3.2, as C2SP tlog-proof carries them; evidence by the opening of a commitment): the one check
// that the description of an export and the inspector make, which need nothing but the file and the key (THREATS N13, decision 0059).
import { parseCheckpoint } from '@countersign/log/log-checkpoint'
import { sha256Hex } from '@countersign/log/merkle-hash'
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { parseVerifierKey } from '@countersign/log/signed-note-key'
import { parseCosignatureTime, createNoteVerifier } from '@countersign/log/signed-note-signers'
import { isSameNoteKey, verifyNote, parseNote } from '@countersign/log/signed-note'
import type { NoteVerifier } from '@countersign/log/signed-note'
import { verifyInclusionProof } from '@countersign/log/merkle-proofs'
import { parseTlogProof } from '@countersign/log/tlog-proof'
import type { TlogProof } from '@countersign/log/tlog-proof'
import { formatEvidenceHashInput } from './audit-event-hash-input.ts'
import { hashEntryLeaf } from './audit-log-verifier.ts'

/** Why a proof proves nothing, or not this. */
export type AuditProofErrorCode =
  | 'proof_malformed'
  | 'proof_missing'
  | 'line_malformed'
  | 'text_missing'
  | 'text_malformed'
  | 'line_differs'
  | 'place_differs'
  | 'evidence_differs'
  | 'checkpoint_malformed'
  | 'checkpoint_differs'
  | 'path_wrong'
  | 'key_malformed'
  | 'signature_unknown'
  | 'signature_wrong'

/** What a line says in the text that is hashed. */
export interface HashedEntry {
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: string
  /** JSON text. */
  details: string
  evidenceHash: string | null
}

/** A line as an export has it. */
export interface ExportedEntry {
  sequence: number
  at: string
  type: string
  outcome: string
  details: Readonly<Record<string, unknown>>
  evidence: Readonly<Record<string, unknown>>
  opening: { salt: string; personId: string | null } | null
  proof: string | null
}

/** Of an export, what its proofs are about. */
export interface ExportWithProofs {
  log: { checkpoint: string | null; verifierKey: string | null; witnesses: readonly string[]; firstLeaf: number }
  /** Lines as they stand in the file: they are looked at one by one. */
  activity: readonly unknown[]
}

/** What came of a checkpoint. */
export interface CheckpointVerification {
  errors: readonly AuditProofErrorCode[]
  /** Null where it cannot be read. */
  origin: string | null
  size: number | null
  /** The key that has signed, of those that are trusted. */
  verifierKey: string | null
  /** Of those that are trusted, who has cosigned, and when: seconds since 1970. */
  witnesses: readonly { name: string; at: number | undefined }[]
  /** Who else has signed, by keys that are not known here. */
  unknownSigners: readonly string[]
}

/** What came of a proof. */
export interface EntryProofVerification {
  /** In the order of the steps; none where the line stood in the log. */
  errors: readonly AuditProofErrorCode[]
  /** The place, from 0 on; null where the proof cannot be read. */
  index: number | null
  checkpoint: CheckpointVerification | null
  hashedEntry: HashedEntry | null
  /** Whether the evidence was shown to be that of the line; null where there is none, or nothing to show it by. */
  isEvidenceVerified: boolean | null
}

/** What is known of the line that a proof came with. */
export interface EntryProofContext {
  entry: ExportedEntry
  /** The line that is the leaf 0; null where that is not known. */
  firstLeaf: number | null
  /** The checkpoint of the file; null where there is none to compare with. */
  checkpoint: string | null
}

/** Looks at proofs, and at each of their checkpoints once. */
export interface AuditProofVerifier {
  verifyCheckpoint: (note: string) => CheckpointVerification
  verifyProof: (text: string, given?: EntryProofContext) => EntryProofVerification
}

/**
 * @param keys verifier keys of logs and of witnesses that are trusted (C2SP signed-note), the type of each says which it is
 */
export function createAuditProofVerifier(keys: readonly string[]): AuditProofVerifier {
  const trusted = keys.map(parseTrustedKey)
  const checked = new Map<string, CheckpointVerification & { root: Uint8Array | null }>()
  const verifyCheckpoint = (note: string) => {
    const known = checked.get(note) ?? checkCheckpoint(note, trusted)
    checked.set(note, known)
    return known
  }
  return { verifyCheckpoint, verifyProof: (text, given) => verifyEntryProof(text, given, verifyCheckpoint) }
}

/** A key that is trusted; null where the text is none. */
type TrustedKey = { text: string; isLog: boolean; verifier: NoteVerifier } | null

function parseTrustedKey(text: string): TrustedKey {
  try {
    const key = parseVerifierKey(text)
    return { text, isLog: key.type === 'ed25519', verifier: createNoteVerifier(key) }
  } catch (error) {
    if (error instanceof TransparencyLogError) return null
    throw error
  }
}

function checkCheckpoint(
  note: string,
  trusted: readonly TrustedKey[],
): CheckpointVerification & { root: Uint8Array | null } {
  const keys = trusted.filter((key) => key !== null)
  const unread = { origin: null, size: null, root: null, verifierKey: null, witnesses: [], unknownSigners: [] }
  const malformedKeys: AuditProofErrorCode[] = keys.length < trusted.length ? ['key_malformed'] : []
  let read
  try {
    const { text, signatures } = parseNote(note)
    read = { ...parseCheckpoint(text), signatures }
  } catch (error) {
    if (error instanceof TransparencyLogError) return { ...unread, errors: ['checkpoint_malformed', ...malformedKeys] }
    throw error
  }
  const { origin, size, root, signatures } = read
  // The key of a log is named after its origin (C2SP tlog-checkpoint, §Signatures).
  const known = keys.filter(({ isLog, verifier }) => !isLog || verifier.name === origin)
  const strangers = signatures.filter((one) => !known.some(({ verifier }) => isSameNoteKey(verifier, one)))
  const about = {
    origin,
    size,
    root,
    verifierKey: null,
    witnesses: [],
    unknownSigners: strangers.map(({ name }) => name),
  }
  try {
    const { verified } = verifyNote(
      note,
      known.map(({ verifier }) => verifier),
    )
    const signed = known.filter(({ verifier }) => verified.some((one) => isSameNoteKey(one, verifier)))
    const log = signed.find(({ isLog }) => isLog)
    const witnesses = verified.filter((one) => signed.some((key) => !key.isLog && isSameNoteKey(key.verifier, one)))
    return {
      ...about,
      errors: log === undefined ? ['signature_unknown', ...malformedKeys] : malformedKeys,
      verifierKey: log?.text ?? null,
      witnesses: witnesses.map(({ name, signature }) => ({ name, at: parseCosignatureTime(signature) })),
    }
  } catch (error) {
    if (!(error instanceof TransparencyLogError)) throw error
    const fault = error.code === 'note.unsigned' ? 'signature_unknown' : 'signature_wrong'
    return { ...about, errors: [fault, ...malformedKeys] }
  }
}

function verifyEntryProof(
  text: string,
  given: EntryProofContext | undefined,
  checkCheckpoint: (note: string) => CheckpointVerification & { root: Uint8Array | null },
): EntryProofVerification {
  const proof = parseProof(text)
  if (proof === null)
    return { errors: ['proof_malformed'], index: null, checkpoint: null, hashedEntry: null, isEvidenceVerified: null }
  const faults: AuditProofErrorCode[] = []
  const hashed = proof.extra === undefined ? null : new TextDecoder().decode(proof.extra)
  const hashedEntry = hashed === null ? null : parseHashedEntry(hashed)
  if (hashed === null) faults.push('text_missing')
  else if (hashedEntry === null) faults.push('text_malformed')
  let isEvidenceVerified: boolean | null = null
  if (given !== undefined) {
    const { entry, firstLeaf } = given
    if (hashedEntry !== null && !isSameEntry(entry, hashedEntry)) faults.push('line_differs')
    if (firstLeaf !== null && entry.sequence - firstLeaf !== proof.index) faults.push('place_differs')
    if (hashedEntry !== null && entry.opening !== null)
      isEvidenceVerified = isCommitmentOpened(entry.opening, entry.evidence, hashedEntry.evidenceHash)
    if (isEvidenceVerified === false) faults.push('evidence_differs')
    if (given.checkpoint !== null && given.checkpoint !== proof.checkpoint) faults.push('checkpoint_differs')
  }
  const checkpoint = checkCheckpoint(proof.checkpoint)
  if (hashed !== null && !isIncluded(hashed, proof, checkpoint)) faults.push('path_wrong')
  return {
    errors: [...faults, ...checkpoint.errors],
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
  verifyInclusionProof({ leafHash: hashEntryLeaf(sha256Hex(hashed)), index, size, root, proof })

/** What `formatTreeEventHashInput` wrote, or, of an instance of the release before, `formatChainedEventHashInput`; null for any other text. */
function parseHashedEntry(text: string): HashedEntry | null {
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

const isSameEntry = (line: ExportedEntry, says: HashedEntry): boolean =>
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
): boolean => sha256Hex(formatEvidenceHashInput(salt, personId, JSON.stringify(evidence))) === evidenceHash

/** What came of a line of a file: null where it has no proof, and need not have one. */
export interface EntryVerification {
  /** Null where it cannot be read. */
  entry: ExportedEntry | null
  result: EntryProofVerification | null
}

/**
 * Looks at the lines of a file one after the other, so that whoever shows it can do something else in between.
 * @param trusted verifier keys that are trusted instead of those that the file names
 */
export function* verifyExportedEntries(
  { log, activity }: ExportWithProofs,
  trusted?: readonly string[],
): Generator<EntryVerification, void> {
  const check = createExportVerifier(log, trusted)
  const size = log.checkpoint === null ? 0 : (check.verifyCheckpoint(log.checkpoint).size ?? 0)
  const without = (fault: AuditProofErrorCode): EntryProofVerification => ({
    errors: [fault],
    index: null,
    checkpoint: null,
    hashedEntry: null,
    isEvidenceVerified: null,
  })
  for (const item of activity) {
    const entry = parseExportedEntry(item)
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
  { log }: ExportWithProofs,
  trusted?: readonly string[],
): CheckpointVerification | null =>
  log.checkpoint === null ? null : createExportVerifier(log, trusted).verifyCheckpoint(log.checkpoint)

const createExportVerifier = (
  { verifierKey, witnesses }: ExportWithProofs['log'],
  trusted?: readonly string[],
): AuditProofVerifier =>
  createAuditProofVerifier(trusted ?? [...(verifierKey === null ? [] : [verifierKey]), ...witnesses])

/** Reads of a document what its proofs are about; null where it is no export that has any. */
export function parseExportWithProofs(document: unknown): ExportWithProofs | null {
  if (!isObject(document) || !isObject(document['log']) || !Array.isArray(document['activity'])) return null
  const { checkpoint = null, verifierKey = null, witnesses = [], firstLeaf } = document['log']
  const isLog =
    isTextOrNull(checkpoint) &&
    isTextOrNull(verifierKey) &&
    Array.isArray(witnesses) &&
    witnesses.every((key): key is string => typeof key === 'string') &&
    typeof firstLeaf === 'number'
  return isLog ? { log: { checkpoint, verifierKey, witnesses, firstLeaf }, activity: document['activity'] } : null
}

/** Reads a line as an export has it; null where it is none. */
export function parseExportedEntry(item: unknown): ExportedEntry | null {
  if (!isObject(item)) return null
  const { sequence, at, type, outcome, details, evidence, opening = null, proof = null } = item
  const isLine =
    typeof sequence === 'number' &&
    typeof at === 'string' &&
    typeof type === 'string' &&
    typeof outcome === 'string' &&
    isObject(details) &&
    isObject(evidence) &&
    (opening === null ||
      (isObject(opening) && typeof opening['salt'] === 'string' && isTextOrNull(opening['personId'] ?? null))) &&
    isTextOrNull(proof)
  if (!isLine) return null
  return { sequence, at, type, outcome, details, evidence, opening: opening as ExportedEntry['opening'], proof }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
