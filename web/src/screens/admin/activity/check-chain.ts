// Reads the whole log and computes every hash anew, in the browser, so that nobody has to believe the server (THREATS N13). What
// the server holds to be the last line is compared at the end; that the end was not cut off and written anew, only a hash that
// somebody kept elsewhere can show.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { eventText, startOfChain } from '@countersign/api/event-text'

export type ChainPage = AdminAnswer<'readChainOfEvents'>
type Line = ChainPage['lines'][number]

/** How a chain can be broken. */
export type Break = 'altered' | 'missing' | 'unlinked' | 'order' | 'end' | 'head'

export type ChainResult =
  /** @property notedAt the line whose hash somebody kept; null where there is none, or none was asked for */
  | { outcome: 'sound'; lines: number; hash: string; notedAt: number | null }
  | { outcome: 'broken'; at: number; how: Break }

interface Check {
  /** Reads the lines behind one; rejects where that cannot be done. */
  readPage: (after: number) => Promise<ChainPage>
  /** Called after each page. */
  onProgress: (checked: number, total: number) => void
  /** A hash that was kept since an earlier check; empty for none. */
  noted: string
}

/** Checks the chain from its first line to its last. */
export async function checkChain({ readPage, onProgress, noted }: Check): Promise<ChainResult> {
  let last = { sequence: 0, hash: startOfChain }
  let notedAt: number | null = null
  /** The end that an empty page told of: asked once more, because a line can be written between two questions. */
  let promised = 0
  for (;;) {
    const { lines, head } = await readPage(last.sequence)
    // All of a page at once, each over the hash that the line itself claims to follow; whether it does is compared below.
    const hashes = await Promise.all(lines.map(hashOf))
    for (const [index, line] of lines.entries()) {
      const how = findBreak(last, line, hashes[index])
      if (how !== null) return { outcome: 'broken', at: Math.max(line.sequence, 1), how }
      if (line.hash === noted) notedAt = line.sequence
      last = line
    }
    onProgress(last.sequence, Math.max(head.sequence, last.sequence))
    if (head.sequence < last.sequence) return { outcome: 'broken', at: last.sequence, how: 'head' }
    if (head.sequence === last.sequence) {
      return head.hash === last.hash ? { outcome: 'sound', lines: last.sequence, hash: last.hash, notedAt } : { outcome: 'broken', at: last.sequence, how: 'head' }
    }
    if (lines.length > 0) continue
    if (promised > last.sequence) return { outcome: 'broken', at: last.sequence + 1, how: 'end' }
    promised = head.sequence
  }
}

function findBreak(last: { sequence: number; hash: string }, line: Line, hash: string | undefined): Break | null {
  if (line.sequence <= last.sequence) return 'order'
  if (line.sequence > last.sequence + 1) return 'missing'
  if (line.previousHash !== last.hash) return 'unlinked'
  return hash === line.hash ? null : 'altered'
}

async function hashOf(line: Line): Promise<string> {
  const text = eventText(line.previousHash, { ...line, outcome: line.outcome as 'success' | 'refused' })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
