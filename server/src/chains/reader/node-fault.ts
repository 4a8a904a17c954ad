// Why a node was of no use. Never its address or anything it said: both can hold what is nobody's business.
import { nodeReasons } from '@countersign/api/node-findings'
import type { NodeReason } from '@countersign/api/node-findings'
import type { Question } from '@countersign/proof/chain-reader'

export type { NodeReason }

/** A node that did not answer as it must; that says nothing about what was asked. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  readonly reason: NodeReason
  /** The number that HTTP or JSON-RPC gave for it, where one did. */
  readonly status: number | undefined
  /** The questions that it is about, where it is not about all. */
  readonly questions: readonly Question[]

  /** @param code of HTTP or JSON-RPC: a number tells nothing of the address */
  constructor(reason: NodeReason, code?: number, questions: readonly Question[] = []) {
    super(code === undefined ? nodeReasons[reason] : `${nodeReasons[reason]} (${code})`)
    this.reason = reason
    this.status = code
    this.questions = questions
  }
}

/** Anything that was thrown, as a fault; what is not one is a mistake of this server's own, and stays it. */
export function asNodeFault(error: unknown): NodeFault {
  if (error instanceof NodeFault) return error
  throw error
}
