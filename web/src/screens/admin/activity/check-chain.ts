// Reads the whole log and computes every hash anew, in the browser, so that nobody has to believe the server (THREATS N13). What
// the server holds to be the last line is compared at the end; that the end was not cut off and written anew, only a hash that
// somebody kept elsewhere can show.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { eventText, startOfChain } from '@countersign/api/event-text'
import { createLetGoAccount, isLetGoForm, letGoNoteType } from '@countersign/api/let-go'
import type { LetGoAccount } from '@countersign/api/let-go'

export type ChainPage = AdminAnswer<'readChainOfEvents'>
type Line = ChainPage['lines'][number]

/** How a chain can be broken. */
export type Break = 'altered' | 'missing' | 'unlinked' | 'order' | 'end' | 'head' | 'let-go'

export type ChainResult =
  /**
   * @property letGo lines that were let go when their time was over: where they stood was checked, what they said cannot be
   * @property notedAt the line whose hash somebody kept; null where there is none, or none was asked for
   */
  | { outcome: 'sound'; lines: number; letGo: number; hash: string; notedAt: number | null }
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
  let account: LetGoAccount | null = null
  for (;;) {
    const { lines, head } = await readPage(last.sequence)
    account ??= createLetGoAccount(head.sequence)
    // All of a page at once, each over the hash that the line itself claims to follow; whether it does is compared below.
    const hashes = await Promise.all(lines.map(hashOf))
    for (const [index, line] of lines.entries()) {
      const how = findBreak(last, line, hashes[index])
      if (how !== null) return { outcome: 'broken', at: Math.max(line.sequence, 1), how }
      const wrong = await takeAccount(account, last.hash, line)
      if (wrong !== null) return { outcome: 'broken', at: wrong, how: 'let-go' }
      if (line.hash === noted) notedAt = line.sequence
      last = line
    }
    onProgress(last.sequence, Math.max(head.sequence, last.sequence))
    if (head.sequence < last.sequence) return { outcome: 'broken', at: last.sequence, how: 'head' }
    if (head.sequence === last.sequence) {
      if (head.hash !== last.hash) return { outcome: 'broken', at: last.sequence, how: 'head' }
      const open = account.findOpen()
      return open === null
        ? { outcome: 'sound', lines: last.sequence, letGo: account.count(), hash: last.hash, notedAt }
        : { outcome: 'broken', at: open, how: 'let-go' }
    }
    if (lines.length > 0) continue
    if (promised > last.sequence) return { outcome: 'broken', at: last.sequence + 1, how: 'end' }
    promised = head.sequence
  }
}

function findBreak(last: { sequence: number; hash: string }, line: Line, hash: string | undefined): Break | null {
  if (line.sequence <= last.sequence) return 'order'
  if (line.sequence > last.sequence + 1) return 'missing'
  if (line.letGoBy !== null) return isLetGoForm(line) ? null : 'altered'
  if (line.previousHash !== last.hash) return 'unlinked'
  return hash === line.hash ? null : 'altered'
}

/** @returns the first of lines that were let go and are not those that a later line tells of, or null */
async function takeAccount(account: LetGoAccount, previousHash: string, line: Line): Promise<number | null> {
  const { sequence, at, hash, letGoBy: batch } = line
  if (batch === null) return line.type === letGoNoteType ? account.settle(line) : null
  const letGo = { sequence, at, previousHash, hash, batch }
  account.add(letGo, await sha256(account.textOf(letGo)))
  return null
}

const hashOf = (line: Line): Promise<string> =>
  sha256(eventText(line.previousHash, { ...line, outcome: line.outcome as 'success' | 'refused' }))

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
