// Walks the activity log line by line, from its first on, and computes every hash anew: the one check that the command line, the browser and the copy
// of an operator all make (THREATS N13, decision 0058). What was written before there was a tree is a chain; what came after hangs under the
// root of the tree, whose first leaf is the end of that chain.
import { appendLeaves, emptyRange, formatRange, parseRange, rootOf } from '@countersign/log/compact-range'
import type { CompactRange } from '@countersign/log/compact-range'
import { leafHash, sha256Hex } from '@countersign/log/hash'
import { eventText, sealedText, startOfChain } from './event-text.ts'
import { createLetGoAccount, isLetGoForm, letGoNoteType } from './let-go.ts'

/** A line as it is kept, with all that its hash is over. */
export interface LogLine {
  sequence: number
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: string
  /** JSON text. */
  details: string
  evidenceHash: string | null
  /** Empty for a line that has its place by the tree, and for one that was let go. */
  previousHash: string
  hash: string
  letGoBy: number | null
}

/** What the log came to with a line: the root of its tree, and of what was written before there was one the hash of the line. */
export interface LogHead {
  sequence: number
  hash: string
}

/** How a log can be broken. */
export type LogBreak =
  | 'altered'
  | 'missing'
  | 'unlinked'
  | 'order'
  | 'end'
  | 'head'
  | 'let-go'
  | 'let-go-form'
  | 'noted'

export interface LogFault {
  /** The line. */
  at: number
  how: LogBreak
}

/** Where a walk is, to go on from another day. */
export interface LogPlace extends LogHead {
  /** The hash of the last line. */
  last: string
  /** The right edge of the tree, as text; empty before it begins. */
  tree: string
  letGo: string
}

interface Start {
  /** The line behind which the tree begins. */
  base: number
  /** The head before the log was read: what happens behind the reader is told by lines further on. */
  end: number
  /** What was noted elsewhere: the log must come to it. */
  noted?: readonly LogHead[]
  /** Where an earlier walk stopped. */
  from?: LogPlace | undefined
}

export interface LogWalk {
  /** The next line. @returns what is wrong, or null */
  take: (line: LogLine) => LogFault | null
  /** Where it is. */
  place: () => LogPlace
  /** How many lines were let go. */
  letGo: () => number
  /** When the last line was taken. @returns the first line of a batch of which nothing tells that it was let go; null where all is told */
  finish: () => LogFault | null
}

export function startLogWalk({ base, end, noted = [], from }: Start): LogWalk {
  const first = from?.sequence ?? 0
  let [sequence, last] = [first, from?.last ?? startOfChain]
  const begin = (): CompactRange | null => (sequence < base ? null : appendLeaves(emptyRange(), [leafOf(last)]))
  let range = from === undefined || from.tree === '' ? begin() : parseRange(from.tree)
  const account = createLetGoAccount(end, from?.letGo, first)
  const headHash = (): string => (range === null ? last : toHex(rootOf(range)))
  const misses = (place: number): boolean =>
    noted.some(
      ({ sequence: at, hash }) =>
        // A chain was noted at its end by its last line, before the tree began there.
        at === place && hash !== headHash() && !(place === base && hash === last),
    )
  const isForged = misses(first)

  return {
    take: (line) => {
      const at = Math.max(line.sequence, 1)
      if (line.sequence <= sequence) return { at, how: 'order' }
      if (line.sequence > sequence + 1) return { at: sequence + 1, how: 'missing' }
      const how = findFault(line, last, range !== null)
      if (how !== null) return { at, how }
      if (line.letGoBy !== null) {
        // In the tree a line has its neighbours by its place.
        const gone = { ...line, previousHash: range === null ? last : '', batch: line.letGoBy }
        account.add(gone, sha256Hex(account.textOf(gone)))
      } else if (line.type === letGoNoteType) {
        const wrong = account.settle(line)
        if (wrong !== null) return { at: wrong, how: 'let-go' }
      }
      ;[sequence, last] = [line.sequence, line.hash]
      range = range === null ? begin() : appendLeaves(range, [leafOf(last)])
      return misses(sequence) ? { at: sequence, how: 'noted' } : null
    },
    place: () => ({
      sequence,
      hash: headHash(),
      last,
      tree: range === null ? '' : formatRange(range),
      letGo: account.format(),
    }),
    letGo: account.count,
    finish: () => {
      if (isForged) return { at: first, how: 'noted' }
      const short = noted.map((head) => head.sequence).filter((place) => place > sequence)
      if (short.length > 0) return { at: sequence + 1, how: 'end' }
      const open = account.findOpen()
      return open === null ? null : { at: open, how: 'let-go' }
    },
  }
}

function findFault(line: LogLine, last: string, inTree: boolean): LogBreak | null {
  if (line.letGoBy !== null) return isLetGoForm(line) ? null : 'let-go-form'
  const content = { ...line, outcome: line.outcome as 'success' | 'refused' }
  // An instance of the release before goes on with the chain, also where there is a tree already.
  if (inTree && line.previousHash === '') return sha256Hex(sealedText(content)) === line.hash ? null : 'altered'
  if (line.previousHash !== last) return 'unlinked'
  return sha256Hex(eventText(last, content)) === line.hash ? null : 'altered'
}

const encoder = new TextEncoder()

/** The leaf of a line: its entry in the tree is its hash, as text, so that it stays where the line is let go. */
export const leafOf = (lineHash: string): Uint8Array => leafHash(encoder.encode(lineHash))

/** Bytes as lower-case hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
