// Why a node was of no use. Never its address or anything it said: both can hold what is nobody's business.
import type { Question } from '@countersign/proof/chain-reader'

const reasons = {
  timed_out: 'did not answer in time',
  connection_failed: 'could not be reached',
  too_large: 'answered more than is read',
  status: 'answered with an HTTP status that is not 200',
  malformed: 'answered what no node answers',
  error: 'answered with an error',
  wrong_chain: 'is a node of another chain',
  stale: 'has fallen behind its chain, or its clock is wrong',
  stale_final: 'has made no block final for too long',
  behind: 'has not reached a block that was believed before',
  no_block: 'does not have the block',
  too_little_gas: 'allows less gas than one question needs',
  disagreement: 'did not say the same, or too few of them answered',
  resting: 'is not asked for now, after several failures',
} as const

export type NodeReason = keyof typeof reasons

/** A node that did not answer as it must; that says nothing about what was asked. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  readonly reason: NodeReason
  /** The questions that it is about, where it is not about all. */
  readonly questions: readonly Question[]

  /** @param code of HTTP or JSON-RPC: a number tells nothing of the address */
  constructor(reason: NodeReason, code?: number, questions: readonly Question[] = []) {
    super(code === undefined ? reasons[reason] : `${reasons[reason]} (${code})`)
    this.reason = reason
    this.questions = questions
  }
}

/** Anything that was thrown, as a fault; what is not one is a mistake of this server's own, and stays it. */
export function asNodeFault(error: unknown): NodeFault {
  if (error instanceof NodeFault) return error
  throw error
}
