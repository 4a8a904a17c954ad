import Schema from 'typebox/schema'
import { verifyExportCheckpoint, verifyExportedAuditEntries } from './verify-audit-proofs.ts'
import { parseExportWithAuditProofs } from './parse-exported-audit-entries.ts'
import type { AuditProofErrorCode } from './verify-audit-checkpoint.ts'
import { personalDataExportSchema } from './personal-data-export-schema.ts'

/** `trusted` lists verifier keys to trust instead of those in the document. */
export function findPersonalDataExportErrors(document: unknown, trusted?: readonly string[]): string[] {
  const [, errors] = Schema.Errors(personalDataExportSchema, document)
  return [
    ...errors.map(({ instancePath, message }) => `${instancePath} ${message}`),
    ...findProofErrors(document, trusted),
  ]
}

const proofErrorTexts: Readonly<Record<AuditProofErrorCode, string>> = {
  proof_malformed: 'the proof is not a valid C2SP tlog-proof',
  proof_missing: 'the checkpoint covers the entry, but the entry has no proof',
  line_malformed: 'the entry is malformed',
  text_missing: 'the proof does not contain the hashed text ("extra")',
  text_malformed: 'the text in the proof is not the text of an entry',
  line_differs: 'the entry differs from the text in its proof',
  place_differs: 'the proof is for the position of another entry',
  evidence_differs: 'the evidence does not match the evidence hash of the entry',
  checkpoint_malformed: 'the checkpoint is malformed',
  checkpoint_differs: 'the checkpoint in the proof differs from the one in the file',
  path_wrong: 'the hashes in the proof do not lead from the entry and its position to the root of the checkpoint',
  key_malformed: 'a verifier key is malformed',
  signature_unknown: 'the checkpoint is not signed with the log’s key',
  signature_wrong: 'a signature on the checkpoint is not valid for its key',
}

function findProofErrors(document: unknown, trusted: readonly string[] | undefined): string[] {
  const file = parseExportWithAuditProofs(document)
  if (file === null) return []
  const ofCheckpoint = verifyExportCheckpoint(file, trusted)?.errors ?? []
  const found = ofCheckpoint.map((fault) => `/log: ${proofErrorTexts[fault]}`)
  let at = 0
  for (const { entry, result } of verifyExportedAuditEntries(file, trusted)) {
    const errors = (result?.errors ?? []).filter((fault) => !ofCheckpoint.includes(fault))
    const place = `/activity/${at}${entry === null ? '' : ` (entry ${entry.sequence})`}`
    found.push(...errors.map((fault) => `${place}: ${proofErrorTexts[fault]}`))
    at += 1
  }
  return found
}
