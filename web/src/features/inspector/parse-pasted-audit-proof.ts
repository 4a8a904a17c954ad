import { parseExportedAuditEntry, parseExportWithAuditProofs } from '@countersign/api/parse-exported-audit-entries'
import type { ExportedAuditEntry, ExportWithAuditProofs } from '@countersign/api/parse-exported-audit-entries'

export type PastedAuditProof =
  | { kind: 'export'; file: ExportWithAuditProofs }
  | { kind: 'line'; line: ExportedAuditEntry; proof: string }
  | { kind: 'proof'; proof: string }
  /** An entry without a proof, or an export from a release that did not include proofs. */
  | { kind: 'unproved' }
  | { kind: 'unreadable' }

export function parsePastedAuditProof(text: string): PastedAuditProof {
  const trimmed = text.trim()
  // Copying may remove the final line feed, which a checkpoint's signatures need.
  if (!trimmed.startsWith('{')) return { kind: 'proof', proof: `${trimmed}\n` }
  const document = parseJson(trimmed.replace(/,$/, ''))
  if (document === undefined) return { kind: 'unreadable' }
  const file = parseExportWithAuditProofs(document)
  if (file !== null) return { kind: 'export', file }
  const line = parseExportedAuditEntry(document)
  if (line === null) return { kind: isExport(document) ? 'unproved' : 'unreadable' }
  return line.proof === null ? { kind: 'unproved' } : { kind: 'line', line, proof: line.proof }
}

export function parseTrustedCheckpointKeys(text: string): string[] | undefined {
  const keys = text.split(/\s+/).filter((key) => key !== '')
  return keys.length === 0 ? undefined : keys
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const isExport = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && 'format' in document && document.format === 'countersign-export'
