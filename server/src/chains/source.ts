// Where answers come from: one node, or as many as have to agree.
import type { Block, Deployment, Question } from '@countersign/proof/chain-reader'
import type { Asked } from './ask.ts'

/** What fits into one request. */
export interface Part {
  questions: readonly Question[]
  deployment: Deployment | undefined
}

export interface Source {
  /** What it is called in the log. */
  name: string
  /** @throws NodeFault */
  readHead: (at: 'latest' | 'finalized', signal: AbortSignal) => Promise<Block>
  /** @throws NodeFault */
  ask: (part: Part, block: Block, signal: AbortSignal) => Promise<Asked>
}

/** Who asks for the newest block while it is being asked for has the same answer. */
export function shareHeads(source: Source): Source {
  const underWay = new Map<string, Promise<Block>>()
  return {
    ...source,
    readHead: (at, signal) => {
      const head = underWay.get(at) ?? source.readHead(at, signal).finally(() => underWay.delete(at))
      underWay.set(at, head)
      return head
    },
  }
}
