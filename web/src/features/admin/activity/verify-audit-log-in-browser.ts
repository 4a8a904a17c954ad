// Reads the whole log and computes every hash anew, in the browser, so that nobody has to believe the server (THREATS N13). What
// the server says the log has come to is compared at the end; that the end was not cut off and written anew, only a head that
// somebody kept elsewhere can show.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { createIncrementalAuditLogVerifier } from '@countersign/api/create-incremental-audit-log-verifier'
import type {
  AuditLogVerificationErrorKind,
  IncrementalAuditLogVerifier,
} from '@countersign/api/create-incremental-audit-log-verifier'

export type AuditLogHashChainPage = AdminApiEndpointOutput<'exportHashChain'>

/** A head that somebody kept: the line and what the log came to with it; of before there was a tree, the hash of a line alone. */
export interface PastedAuditLogHead {
  sequence: number | null
  hash: string
}

/** @returns null for a text that is no head as it is shown here, or by the command line: `LINE:HASH` */
export function parsePastedAuditLogHead(text: string): PastedAuditLogHead | null {
  const parts = /^(?:([0-9]{1,15}):)?([0-9a-f]{64})$/.exec(text.trim().toLowerCase())
  return parts === null
    ? null
    : { sequence: parts[1] === undefined ? null : Number(parts[1]), hash: parts[2] as string }
}

export type BrowserAuditLogVerificationResult =
  /**
   * @property head what the log has come to, to be kept: `LINE:HASH`
   * @property letGo lines that were let go when their time was over: where they stood was checked, what they said cannot be
   * @property notedAt the line of the head that somebody kept; null where the log does not come to it, or none was asked for
   */
  | { outcome: 'sound'; entryCount: number; expiredCount: number; head: string; savedHeadAt: number | null }
  | { outcome: 'broken'; at: number; how: AuditLogVerificationErrorKind }

interface LogVerificationOptions {
  /** Reads the lines behind one; rejects where that cannot be done. */
  readPage: (after: number) => Promise<AuditLogHashChainPage>
  /** Called after each page. */
  onProgress: (checked: number, total: number) => void
  savedHead: PastedAuditLogHead | null
}

/** Checks the log from its first line to its last. */
export async function verifyAuditLogInBrowser({
  readPage,
  onProgress,
  savedHead,
}: LogVerificationOptions): Promise<BrowserAuditLogVerificationResult> {
  let walk: IncrementalAuditLogVerifier | null = null
  let notedAt: number | null = null
  /** The end that an empty page told of: asked once more, because a line can be written between two questions. */
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

/** What is kept of a line of the chain is its own hash; of one of the tree, the root that the log came to with it. */
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
