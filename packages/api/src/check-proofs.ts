// Verifies that lines of the activity stood in the log of a checkpoint (inclusion proofs by their audit path, RFC 9162 §2.1.3.2, as C2SP tlog-proof carries them; evidence by the opening of a commitment): the one check
// that the description of an export and the inspector make, which need nothing but the file and the key (THREATS N13, decision 0059).
import { parseCheckpoint } from '@countersign/log/checkpoint'
import { sha256Hex } from '@countersign/log/hash'
import { LogFault } from '@countersign/log/log-fault'
import { parseVerifierKey } from '@countersign/log/note-key'
import { cosignatureTime, createVerifier } from '@countersign/log/note-signers'
import { isSameKey, openNote, parseNote } from '@countersign/log/note'
import type { Verifier } from '@countersign/log/note'
import { verifyInclusion } from '@countersign/log/proofs'
import { parseTlogProof } from '@countersign/log/tlog-proof'
import type { TlogProof } from '@countersign/log/tlog-proof'
import { evidenceText } from './event-text.ts'
import { leafOf } from './log-walk.ts'

/** Why a proof proves nothing, or not this. */
export type ProofFault =
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
export interface HashedLine {
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: string
  /** JSON text. */
  details: string
  evidenceHash: string | null
}

/** A line as an export has it. */
export interface ExportedLine {
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
export interface ProvedFile {
  log: { checkpoint: string | null; verifierKey: string | null; witnesses: readonly string[]; firstLeaf: number }
  /** Lines as they stand in the file: they are looked at one by one. */
  activity: readonly unknown[]
}

/** What came of a checkpoint. */
export interface CheckedCheckpoint {
  faults: readonly ProofFault[]
  /** Null where it cannot be read. */
  origin: string | null
  size: number | null
  /** The key that has signed, of those that are trusted. */
  verifierKey: string | null
  /** Of those that are trusted, who has cosigned, and when: seconds since 1970. */
  witnesses: readonly { name: string; at: number | undefined }[]
  /** Who else has signed, by keys that are not known here. */
  strangers: readonly string[]
}

/** What came of a proof. */
export interface CheckedProof {
  /** In the order of the steps; none where the line stood in the log. */
  faults: readonly ProofFault[]
  /** The place, from 0 on; null where the proof cannot be read. */
  index: number | null
  checkpoint: CheckedCheckpoint | null
  says: HashedLine | null
  /** Whether the evidence was shown to be that of the line; null where there is none, or nothing to show it by. */
  isEvidenceShown: boolean | null
}

/** What is known of the line that a proof came with. */
export interface GivenLine {
  line: ExportedLine
  /** The line that is the leaf 0; null where that is not known. */
  firstLeaf: number | null
  /** The checkpoint of the file; null where there is none to compare with. */
  checkpoint: string | null
}

/** Looks at proofs, and at each of their checkpoints once. */
export interface ProofCheck {
  checkpoint: (note: string) => CheckedCheckpoint
  proof: (text: string, given?: GivenLine) => CheckedProof
}

/**
 * @param keys verifier keys of logs and of witnesses that are trusted (C2SP signed-note), the type of each says which it is
 */
export function createProofCheck(keys: readonly string[]): ProofCheck {
  const trusted = keys.map(readKey)
  const checked = new Map<string, CheckedCheckpoint & { root: Uint8Array | null }>()
  const checkpoint = (note: string) => {
    const known = checked.get(note) ?? checkCheckpoint(note, trusted)
    checked.set(note, known)
    return known
  }
  return { checkpoint, proof: (text, given) => checkProof(text, given, checkpoint) }
}

/** A key that is trusted; null where the text is none. */
type TrustedKey = { text: string; isLog: boolean; verifier: Verifier } | null

function readKey(text: string): TrustedKey {
  try {
    const key = parseVerifierKey(text)
    return { text, isLog: key.type === 'ed25519', verifier: createVerifier(key) }
  } catch (error) {
    if (error instanceof LogFault) return null
    throw error
  }
}

function checkCheckpoint(
  note: string,
  trusted: readonly TrustedKey[],
): CheckedCheckpoint & { root: Uint8Array | null } {
  const keys = trusted.filter((key) => key !== null)
  const unread = { origin: null, size: null, root: null, verifierKey: null, witnesses: [], strangers: [] }
  const malformedKeys: ProofFault[] = keys.length < trusted.length ? ['key_malformed'] : []
  let read
  try {
    const { text, signatures } = parseNote(note)
    read = { ...parseCheckpoint(text), signatures }
  } catch (error) {
    if (error instanceof LogFault) return { ...unread, faults: ['checkpoint_malformed', ...malformedKeys] }
    throw error
  }
  const { origin, size, root, signatures } = read
  // The key of a log is named after its origin (C2SP tlog-checkpoint, §Signatures).
  const known = keys.filter(({ isLog, verifier }) => !isLog || verifier.name === origin)
  const strangers = signatures.filter((one) => !known.some(({ verifier }) => isSameKey(verifier, one)))
  const about = { origin, size, root, verifierKey: null, witnesses: [], strangers: strangers.map(({ name }) => name) }
  try {
    const { verified } = openNote(
      note,
      known.map(({ verifier }) => verifier),
    )
    const signed = known.filter(({ verifier }) => verified.some((one) => isSameKey(one, verifier)))
    const log = signed.find(({ isLog }) => isLog)
    const witnesses = verified.filter((one) => signed.some((key) => !key.isLog && isSameKey(key.verifier, one)))
    return {
      ...about,
      faults: log === undefined ? ['signature_unknown', ...malformedKeys] : malformedKeys,
      verifierKey: log?.text ?? null,
      witnesses: witnesses.map(({ name, signature }) => ({ name, at: cosignatureTime(signature) })),
    }
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    const fault = error.code === 'note.unsigned' ? 'signature_unknown' : 'signature_wrong'
    return { ...about, faults: [fault, ...malformedKeys] }
  }
}

function checkProof(
  text: string,
  given: GivenLine | undefined,
  checkCheckpoint: (note: string) => CheckedCheckpoint & { root: Uint8Array | null },
): CheckedProof {
  const proof = readProof(text)
  if (proof === null)
    return { faults: ['proof_malformed'], index: null, checkpoint: null, says: null, isEvidenceShown: null }
  const faults: ProofFault[] = []
  const hashed = proof.extra === undefined ? null : new TextDecoder().decode(proof.extra)
  const says = hashed === null ? null : readHashed(hashed)
  if (hashed === null) faults.push('text_missing')
  else if (says === null) faults.push('text_malformed')
  let isEvidenceShown: boolean | null = null
  if (given !== undefined) {
    const { line, firstLeaf } = given
    if (says !== null && !saysTheSame(line, says)) faults.push('line_differs')
    if (firstLeaf !== null && line.sequence - firstLeaf !== proof.index) faults.push('place_differs')
    if (says !== null && line.opening !== null) isEvidenceShown = opens(line.opening, line.evidence, says.evidenceHash)
    if (isEvidenceShown === false) faults.push('evidence_differs')
    if (given.checkpoint !== null && given.checkpoint !== proof.checkpoint) faults.push('checkpoint_differs')
  }
  const checkpoint = checkCheckpoint(proof.checkpoint)
  if (hashed !== null && !isIncluded(hashed, proof, checkpoint)) faults.push('path_wrong')
  return { faults: [...faults, ...checkpoint.faults], index: proof.index, checkpoint, says, isEvidenceShown }
}

function readProof(text: string): TlogProof | null {
  try {
    return parseTlogProof(text)
  } catch (error) {
    if (error instanceof LogFault) return null
    throw error
  }
}

/** A checkpoint that cannot be read is a fault of its own, and its path none. */
const isIncluded = (
  hashed: string,
  { index, proof }: TlogProof,
  { size, root }: { size: number | null; root: Uint8Array | null },
): boolean =>
  size === null || root === null || verifyInclusion({ leafHash: leafOf(sha256Hex(hashed)), index, size, root, proof })

/** What `sealedText` wrote, or, of an instance of the release before, `eventText`; null for any other text. */
function readHashed(text: string): HashedLine | null {
  const members = readJson(text)
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

const saysTheSame = (line: ExportedLine, says: HashedLine): boolean =>
  Date.parse(line.at) === says.at &&
  line.type === says.type &&
  line.outcome === says.outcome &&
  inOrder(line.details) === inOrder(readJson(says.details))

/** A program that wrote the file anew may have put members in another order, which says nothing else. */
const inOrder = (members: unknown): string =>
  JSON.stringify(Object.entries(isObject(members) ? members : {}).sort(([one], [other]) => (one < other ? -1 : 1)))

const opens = (
  { salt, personId }: { salt: string; personId: string | null },
  evidence: Readonly<Record<string, unknown>>,
  evidenceHash: string | null,
): boolean => sha256Hex(evidenceText(salt, personId, JSON.stringify(evidence))) === evidenceHash

/** What came of a line of a file: null where it has no proof, and need not have one. */
export interface CheckedLine {
  /** Null where it cannot be read. */
  line: ExportedLine | null
  result: CheckedProof | null
}

/**
 * Looks at the lines of a file one after the other, so that whoever shows it can do something else in between.
 * @param trusted verifier keys that are trusted instead of those that the file names
 */
export function* checkLines({ log, activity }: ProvedFile, trusted?: readonly string[]): Generator<CheckedLine, void> {
  const check = checkOf(log, trusted)
  const size = log.checkpoint === null ? 0 : (check.checkpoint(log.checkpoint).size ?? 0)
  const without = (fault: ProofFault): CheckedProof => ({
    faults: [fault],
    index: null,
    checkpoint: null,
    says: null,
    isEvidenceShown: null,
  })
  for (const item of activity) {
    const line = readLine(item)
    if (line === null) yield { line, result: without('line_malformed') }
    else if (line.proof !== null) {
      const given = { line, firstLeaf: log.firstLeaf, checkpoint: log.checkpoint }
      yield { line, result: check.proof(line.proof, given) }
    } else {
      const index = line.sequence - log.firstLeaf
      yield { line, result: index >= 0 && index < size ? without('proof_missing') : null }
    }
  }
}

/** What came of the checkpoint of a file; null where it has none. */
export const checkCheckpointOf = ({ log }: ProvedFile, trusted?: readonly string[]): CheckedCheckpoint | null =>
  log.checkpoint === null ? null : checkOf(log, trusted).checkpoint(log.checkpoint)

const checkOf = ({ verifierKey, witnesses }: ProvedFile['log'], trusted?: readonly string[]): ProofCheck =>
  createProofCheck(trusted ?? [...(verifierKey === null ? [] : [verifierKey]), ...witnesses])

/** Reads of a document what its proofs are about; null where it is no export that has any. */
export function readProvedFile(document: unknown): ProvedFile | null {
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
export function readLine(item: unknown): ExportedLine | null {
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
  return { sequence, at, type, outcome, details, evidence, opening: opening as ExportedLine['opening'], proof }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
