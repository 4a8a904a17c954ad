// Where answers come from: one node, or as many as have to agree.
import type { Block, Deployment, Question } from '@countersign/proof/chain-reader'
import type { MulticallResult } from './multicall.ts'
import { NodeFault } from './node-fault.ts'
import type { Patience } from './patience.ts'

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
  ask: (part: Part, block: Block, signal: AbortSignal) => Promise<MulticallResult>
  /** Whether it is well (0), has failed since it answered last (1), or is left alone for that (2). Well where it is left out. */
  strain?: () => 0 | 1 | 2
  /** How long it usually takes; unknown where it is left out. */
  patience?: Patience
}

/** Why a source is asked no further: another one has answered. That is no failure of its own. */
export const notNeeded = Symbol('another one has answered')

/**
 * Who asks for the newest block while it is being asked for has the same answer. It has a time of its own: a node that did not
 * answer within the little that was left to whoever asked first has not failed, and nobody else loses anything by them.
 * @param headMs how long it may take
 */
export function shareHeads(source: Source, headMs: number): Source {
  const underWay = new Map<string, Promise<Block>>()
  return {
    ...source,
    readHead: (at, signal) => {
      const head =
        underWay.get(at) ?? source.readHead(at, AbortSignal.timeout(headMs)).finally(() => underWay.delete(at))
      underWay.set(at, head)
      return within(head, signal)
    },
  }
}

/** What comes of the work, or that it did not come in time; the work goes on for others. */
async function within<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(new NodeFault('timed_out'))
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([work, over])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
