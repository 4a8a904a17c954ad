// Verifies the signatures of an audit log checkpoint (C2SP tlog-checkpoint).
import { parseLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { parseCosignatureTime, createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { isSameSignedNoteKey, verifySignedNote, parseSignedNote } from '@countersign/log/signed-note'
import type { SignedNoteVerifier } from '@countersign/log/signed-note'

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

export interface CheckpointVerificationResult {
  errors: readonly AuditProofErrorCode[]
  /** Null if unreadable. */
  origin: string | null
  size: number | null
  /** The trusted log key that signed the checkpoint, if any. */
  verifierKey: string | null
  /** The witnesses with a trusted key that cosigned it; `at` is in seconds since 1970. */
  witnesses: readonly { name: string; at: number | undefined }[]
  /** The names of signers whose keys are not trusted. */
  unknownSigners: readonly string[]
}

/** Null if malformed. */
type TrustedKey = { text: string; isLog: boolean; verifier: SignedNoteVerifier } | null

export function parseTrustedVerifierKey(text: string): TrustedKey {
  try {
    const key = parseSignedNoteVerifierKey(text)
    return { text, isLog: key.type === 'ed25519', verifier: createSignedNoteVerifier(key) }
  } catch (error) {
    if (error instanceof TransparencyLogError) return null
    throw error
  }
}

export function verifyAuditCheckpoint(
  note: string,
  trusted: readonly TrustedKey[],
): CheckpointVerificationResult & { root: Uint8Array | null } {
  const keys = trusted.filter((key) => key !== null)
  const unread = { origin: null, size: null, root: null, verifierKey: null, witnesses: [], unknownSigners: [] }
  const malformedKeys: AuditProofErrorCode[] = keys.length < trusted.length ? ['key_malformed'] : []
  let read
  try {
    const { text, signatures } = parseSignedNote(note)
    read = { ...parseLogCheckpoint(text), signatures }
  } catch (error) {
    if (error instanceof TransparencyLogError) return { ...unread, errors: ['checkpoint_malformed', ...malformedKeys] }
    throw error
  }
  const { origin, size, root, signatures } = read
  // The name of a log's key is the log's origin (C2SP tlog-checkpoint, §Signatures).
  const known = keys.filter(({ isLog, verifier }) => !isLog || verifier.name === origin)
  const strangers = signatures.filter((one) => !known.some(({ verifier }) => isSameSignedNoteKey(verifier, one)))
  const about = {
    origin,
    size,
    root,
    verifierKey: null,
    witnesses: [],
    unknownSigners: strangers.map(({ name }) => name),
  }
  try {
    const { verified } = verifySignedNote(
      note,
      known.map(({ verifier }) => verifier),
    )
    const signed = known.filter(({ verifier }) => verified.some((one) => isSameSignedNoteKey(one, verifier)))
    const log = signed.find(({ isLog }) => isLog)
    const witnesses = verified.filter((one) =>
      signed.some((key) => !key.isLog && isSameSignedNoteKey(key.verifier, one)),
    )
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
