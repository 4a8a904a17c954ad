// Reads what is pasted about the log: a whole export, one line out of it, or a proof alone.
import { readLine, readProvedFile } from '@countersign/api/check-proofs'
import type { ExportedLine, ProvedFile } from '@countersign/api/check-proofs'

/** What it is. */
export type Pasted =
  | { kind: 'export'; file: ProvedFile }
  | { kind: 'line'; line: ExportedLine; proof: string }
  | { kind: 'proof'; proof: string }
  /** A line that has no proof, or an export of before there were any. */
  | { kind: 'unproved' }
  | { kind: 'unreadable' }

export function readPasted(text: string): Pasted {
  const trimmed = text.trim()
  // What was copied out of a page may have lost its last line feed, which the signatures of a checkpoint end with.
  if (!trimmed.startsWith('{')) return { kind: 'proof', proof: `${trimmed}\n` }
  const document = readJson(trimmed.replace(/,$/, ''))
  if (document === undefined) return { kind: 'unreadable' }
  const file = readProvedFile(document)
  if (file !== null) return { kind: 'export', file }
  const line = readLine(document)
  if (line === null) return { kind: isExport(document) ? 'unproved' : 'unreadable' }
  return line.proof === null ? { kind: 'unproved' } : { kind: 'line', line, proof: line.proof }
}

/** Keys as they are entered, one on each line; undefined where none is. */
export function readTrusted(text: string): string[] | undefined {
  const keys = text.split(/\s+/).filter((key) => key !== '')
  return keys.length === 0 ? undefined : keys
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const isExport = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && 'format' in document && document.format === 'countersign-export'
