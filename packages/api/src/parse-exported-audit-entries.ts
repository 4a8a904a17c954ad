// Parses the audit log entries in a personal data export, and the log that their proofs refer to.

export interface ExportedAuditEntry {
  sequence: number
  at: string
  type: string
  outcome: string
  details: Readonly<Record<string, unknown>>
  evidence: Readonly<Record<string, unknown>>
  opening: { salt: string; personId: string | null } | null
  proof: string | null
}

export interface ExportWithAuditProofs {
  log: { checkpoint: string | null; verifierKey: string | null; witnesses: readonly string[]; firstLeaf: number }
  /** The entries before parsing, because each is validated separately. */
  activity: readonly unknown[]
}

/** Returns null if the document is not a personal data export with proofs. */
export function parseExportWithAuditProofs(document: unknown): ExportWithAuditProofs | null {
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

export function parseExportedAuditEntry(item: unknown): ExportedAuditEntry | null {
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
  return { sequence, at, type, outcome, details, evidence, opening: opening as ExportedAuditEntry['opening'], proof }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
