// Verifies without trusting the server (THREATS N13). Only a saved head shows that the end was rewritten.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { createIncrementalAuditLogVerifier } from '@countersign/api/create-incremental-audit-log-verifier'
import type {
  AuditLogVerificationErrorKind,
  IncrementalAuditLogVerifier,
} from '@countersign/api/create-incremental-audit-log-verifier'

export type AuditLogHashChainPage = AdminApiEndpointOutput<'exportHashChain'>

/** `sequence` is null in the older format, which is only an entry hash. */
export interface PastedAuditLogHead {
  sequence: number | null
  hash: string
}

/** @returns null unless the text is `SEQUENCE:HASH` or a bare hash */
export function parsePastedAuditLogHead(text: string): PastedAuditLogHead | null {
  const parts = /^(?:([0-9]{1,15}):)?([0-9a-f]{64})$/.exec(text.trim().toLowerCase())
  return parts === null
    ? null
    : { sequence: parts[1] === undefined ? null : Number(parts[1]), hash: parts[2] as string }
}

export type BrowserAuditLogVerificationResult =
  /** `head` has the form `SEQUENCE:HASH`. `savedHeadAt` is null without a matching saved head. */
  | { outcome: 'sound'; entryCount: number; expiredCount: number; head: string; savedHeadAt: number | null }
  | { outcome: 'broken'; at: number; how: AuditLogVerificationErrorKind }

interface LogVerificationOptions {
  readPage: (after: number) => Promise<AuditLogHashChainPage>
  onProgress: (checked: number, total: number) => void
  savedHead: PastedAuditLogHead | null
}

export async function verifyAuditLogInBrowser({
  readPage,
  onProgress,
  savedHead,
}: LogVerificationOptions): Promise<BrowserAuditLogVerificationResult> {
  let walk: IncrementalAuditLogVerifier | null = null
  let notedAt: number | null = null
  /** An empty page is requested once more, since an entry may be written while the page is read. */
  let promised = 0
  for (;;) {
    const { entries: lines, head, base } = await readPage(walk?.getState().sequence ?? 0)
    if (walk === null) {
      walk = createIncrementalAuditLogVerifier({ base, end: head.sequence })
      if (savedHead?.sequence === 0 && savedHead.hash === walk.getState().hash) notedAt = 0
    }
    for (const line of lines) {
      const fault = walk.verifyEntry(line)
      if (fault !== null) return { outcome: 'broken', ...fault }
      if (savedHead !== null && matchesSavedHead(savedHead, line, walk, base)) notedAt = line.sequence
    }
    const { sequence, hash } = walk.getState()
    onProgress(sequence, Math.max(head.sequence, sequence))
    if (head.sequence < sequence) return { outcome: 'broken', at: sequence, how: 'head' }
    if (head.sequence === sequence) {
      if (head.hash !== hash) return { outcome: 'broken', at: sequence, how: 'head' }
      const fault = walk.finish()
      return fault === null
        ? {
            outcome: 'sound',
            entryCount: sequence,
            expiredCount: walk.countExpired(),
            head: `${sequence}:${hash}`,
            savedHeadAt: notedAt,
          }
        : { outcome: 'broken', ...fault }
    }
    if (lines.length > 0) continue
    if (promised > sequence) return { outcome: 'broken', at: sequence + 1, how: 'end' }
    promised = head.sequence
  }
}

/** A saved head is the hash of an entry of the hash chain, or the root of the tree at an entry. */
function matchesSavedHead(
  { sequence, hash }: PastedAuditLogHead,
  line: AuditLogHashChainPage['entries'][number],
  walk: IncrementalAuditLogVerifier,
  base: number,
): boolean {
  if (sequence !== null && sequence !== line.sequence) return false
  if (line.sequence <= base && line.hash === hash) return true
  return sequence !== null && walk.getState().hash === hash
}
