// Why a node was of no use. Never its address or anything it said: both can hold what is nobody's business.
import { chainNodeErrorReasons } from '@countersign/api/chain-node-check-results'
import type { ChainNodeErrorReason } from '@countersign/api/chain-node-check-results'
import type { ContractCall } from '@countersign/proof/chain-reader'

export type { ChainNodeErrorReason }

/** A node that did not answer as it must; that says nothing about what was asked. */
export class RpcNodeError extends Error {
  override readonly name = 'RpcNodeError'
  readonly reason: ChainNodeErrorReason
  /** The number that HTTP or JSON-RPC gave for it, where one did. */
  readonly status: number | undefined
  /** The questions that it is about, where it is not about all. */
  readonly calls: readonly ContractCall[]

  /** @param code of HTTP or JSON-RPC: a number tells nothing of the address */
  constructor(reason: ChainNodeErrorReason, code?: number, questions: readonly ContractCall[] = []) {
    super(code === undefined ? chainNodeErrorReasons[reason] : `${chainNodeErrorReasons[reason]} (${code})`)
    this.reason = reason
    this.status = code
    this.calls = questions
  }
}

/** Anything that was thrown, as a fault; what is not one is a mistake of this server's own, and stays it. */
export function toRpcNodeError(error: unknown): RpcNodeError {
  if (error instanceof RpcNodeError) return error
  throw error
}
