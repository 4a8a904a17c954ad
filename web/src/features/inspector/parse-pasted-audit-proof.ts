// Reads what is pasted about the log: a whole export, one line out of it, or a proof alone.
import { parseExportedAuditEntry, parseExportWithAuditProofs } from '@countersign/api/parse-exported-audit-entries'
import type { ExportedAuditEntry, ExportWithAuditProofs } from '@countersign/api/parse-exported-audit-entries'

/** What it is. */
export type PastedAuditProof =
  | { kind: 'export'; file: ExportWithAuditProofs }
  | { kind: 'line'; line: ExportedAuditEntry; proof: string }
  | { kind: 'proof'; proof: string }
  /** A line that has no proof, or an export of before there were any. */
  | { kind: 'unproved' }
  | { kind: 'unreadable' }

export function parsePastedAuditProof(text: string): PastedAuditProof {
  const trimmed = text.trim()
  // What was copied out of a page may have lost its last line feed, which the signatures of a checkpoint end with.
  if (!trimmed.startsWith('{')) return { kind: 'proof', proof: `${trimmed}\n` }
  const document = parseJson(trimmed.replace(/,$/, ''))
  if (document === undefined) return { kind: 'unreadable' }
  const file = parseExportWithAuditProofs(document)
  if (file !== null) return { kind: 'export', file }
  const line = parseExportedAuditEntry(document)
  if (line === null) return { kind: isExport(document) ? 'unproved' : 'unreadable' }
  return line.proof === null ? { kind: 'unproved' } : { kind: 'line', line, proof: line.proof }
}

/** Keys as they are entered, one on each line; undefined where none is. */
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
