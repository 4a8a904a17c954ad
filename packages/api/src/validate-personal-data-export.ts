// Checks an export against its description, and the proofs in it against the log that they name, as a program may that reads one.
import Schema from 'typebox/schema'
import { verifyExportCheckpoint, verifyExportedAuditEntries } from './verify-audit-proofs.ts'
import { parseExportWithAuditProofs } from './parse-exported-audit-entries.ts'
import type { AuditProofErrorCode } from './verify-audit-checkpoint.ts'
import { personalDataExportSchema } from './personal-data-export-schema.ts'

/**
 * Where a document is not as the description says, and each proof that does not hold; nothing where all is in order.
 * @param trusted verifier keys that are believed instead of those that the document names itself
 */
export function findPersonalDataExportErrors(document: unknown, trusted?: readonly string[]): string[] {
  const [, errors] = Schema.Errors(personalDataExportSchema, document)
  return [
    ...errors.map(({ instancePath, message }) => `${instancePath} ${message}`),
    ...findProofErrors(document, trusted),
  ]
}

const proofErrorTexts: Readonly<Record<AuditProofErrorCode, string>> = {
  proof_malformed: 'its proof is no C2SP tlog-proof',
  proof_missing: 'the checkpoint covers it, and it has no proof',
  line_malformed: 'it cannot be read',
  text_missing: 'its proof lacks the text that is hashed ("extra")',
  text_malformed: 'the text in its proof is not that of a line',
  line_differs: 'it does not say what the text in its proof says',
  place_differs: 'its proof is for the place of another line',
  evidence_differs: 'its evidence is not the one of which the line has the hash',
  checkpoint_malformed: 'the checkpoint cannot be read',
  checkpoint_differs: 'its proof leads to another checkpoint than that of the file',
  path_wrong: 'its path does not lead from its hash, at its place, to the root of the checkpoint',
  key_malformed: 'a verifier key cannot be read',
  signature_unknown: 'the checkpoint is not signed by the key of the log',
  signature_wrong: 'a signature of the checkpoint is not that of its key',
}

function findProofErrors(document: unknown, trusted: readonly string[] | undefined): string[] {
  const file = parseExportWithAuditProofs(document)
  if (file === null) return []
  const ofCheckpoint = verifyExportCheckpoint(file, trusted)?.errors ?? []
  const found = ofCheckpoint.map((fault) => `/log: ${proofErrorTexts[fault]}`)
  let at = 0
  for (const { entry, result } of verifyExportedAuditEntries(file, trusted)) {
    const errors = (result?.errors ?? []).filter((fault) => !ofCheckpoint.includes(fault))
    const place = `/activity/${at}${entry === null ? '' : ` (line ${entry.sequence})`}`
    found.push(...errors.map((fault) => `${place}: ${proofErrorTexts[fault]}`))
    at += 1
  }
  return found
}
